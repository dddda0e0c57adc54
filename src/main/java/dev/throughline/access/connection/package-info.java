/// Bounds on what a connection may cost, whatever is sent over it: connections per address, time for a
/// request's head, time that a response may stay unread, HTTP/2 control frames. Netty handlers between the
/// socket and Vert.x; knows nothing of requests' content. Loaded by Vert.x as a transport; nobody imports it.
@NullMarked
package dev.throughline.access.connection;

import org.jspecify.annotations.NullMarked;
