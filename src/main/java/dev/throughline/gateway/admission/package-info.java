/// Bounds on what requests and answers take of the process: one budget of memory for all of them, its waiting room, and
/// what a JSON text weighs once it is decoded. Called by the gateway; knows nothing of dialects, runs or keys.
@NullMarked
package dev.throughline.gateway.admission;

import org.jspecify.annotations.NullMarked;
