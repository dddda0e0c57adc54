/// The dialect endpoints on real sockets.
@org.jspecify.annotations.NullMarked
package dev.throughline.gateway;
