/// Bounds on what a connection may cost, whatever is sent over it: connections per address, time for a
/// request's head, time that a response may stay unread, HTTP/2 control frames. Netty handlers between the
/// socket and Vert.x; independent of the content of requests. Loaded by Vert.x as a transport; imported by
/// no other package.
@NullMarked
package dev.throughline.access.connection;

import org.jspecify.annotations.NullMarked;
