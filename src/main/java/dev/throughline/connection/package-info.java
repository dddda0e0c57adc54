/// Bounds on what a connection may cost, whatever is said over it: how many an address may have, how long a
/// request's head may take, how long an answer may stay unread, and how many frames of HTTP/2 that ask for
/// nothing may come.
///
/// Netty handlers between the socket and Vert.x; knows nothing of requests' content. What it closes ends for
/// everyone else as a client that went away.
@NullMarked
package dev.throughline.connection;

import org.jspecify.annotations.NullMarked;
