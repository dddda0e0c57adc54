/// Fuzz tests with hostile input generated from a seed: bytes, JSON, event streams and markup for every codec
/// and filter.
///
/// A target is an `InputShape` (how an input is generated and shrunk) and a property that throws if it does
/// not hold. `FuzzRunner` tests a fixed number of inputs; a failure names the seed of the input and the
/// smallest failing input. `-Dfuzz.seed=N` starts at another seed, `-Dfuzz.seconds=N` tests each target for
/// that long (`.ci/fuzz`).
@NullMarked
package dev.throughline.fuzz;

import org.jspecify.annotations.NullMarked;
