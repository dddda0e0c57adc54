/// One budget of heap for all requests and gathered answers of this process: its waiting room, reservations,
/// and what a JSON text weighs once it is decoded.
///
/// In: claims in bytes with a payer. Out: reservations, each released once. Called by `gateway`, its
/// sub-packages and the API's body reader; knows no dialects, runs or keys.
@NullMarked
package dev.throughline.gateway.memory;

import org.jspecify.annotations.NullMarked;
