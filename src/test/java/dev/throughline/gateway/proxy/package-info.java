/// Parts of the way of a proxied answer, without a server.
@org.jspecify.annotations.NullMarked
package dev.throughline.gateway.proxy;
