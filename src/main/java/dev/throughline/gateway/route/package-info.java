/// Determines the run and the endpoint of a path: a base URL and what is below it. In: a path and the list
/// of passed endpoints. Out: a `RouteTarget`. Plain values without I/O; used by all of `gateway`, imports
/// nothing of it.
@NullMarked
package dev.throughline.gateway.route;

import org.jspecify.annotations.NullMarked;
