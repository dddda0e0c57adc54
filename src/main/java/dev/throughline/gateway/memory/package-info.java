/// A single heap budget for all requests and collected answers of this process: its queue, reservations,
/// and the weight of a JSON text once it is decoded.
///
/// In: claims in bytes with a payer. Out: reservations, each released once. Called by `gateway`, its
/// sub-packages and the API's body reader; independent of dialects, runs and keys.
@NullMarked
package dev.throughline.gateway.memory;

import org.jspecify.annotations.NullMarked;
