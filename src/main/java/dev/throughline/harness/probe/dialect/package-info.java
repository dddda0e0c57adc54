/// The probe's own implementation of each dialect, without the codecs of `wire`, since it must see what a
/// server really sends: requests from dialect-neutral turns, answers collected from complete bodies and
/// streams, and the planted histories.
///
/// In: a `ProbeRequest`. Out: a JSON body; of an answer a `ProbeAnswer`. No HTTP. The lowest of the probe's
/// packages.
@NullMarked
package dev.throughline.harness.probe.dialect;

import org.jspecify.annotations.NullMarked;
