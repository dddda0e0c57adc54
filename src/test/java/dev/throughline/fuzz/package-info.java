/// Hostile input, made from a seed: bytes, JSON, event streams and markup for every codec and filter.
///
/// A target is a `Shape` (how an input is made and made smaller) and a property that throws where it does not hold.
/// `Fuzz` tries a fixed number of inputs; a failure names the seed of the input and the smallest input that was found.
/// `-Dfuzz.seed=N` begins at another seed, `-Dfuzz.seconds=N` tries each target for that long (`.ci/fuzz`).
@NullMarked
package dev.throughline.fuzz;

import org.jspecify.annotations.NullMarked;
