/// The probe's own implementation of each dialect: requests from dialect-neutral turns, answers collected
/// from complete bodies and streams, and the planted histories.
///
/// It does not use `wire` (`LayersTest` forbids it to the whole harness). A codec normalizes what the probe
/// has to report as it is: which of several fields carried the reasoning, markup that a server left in the
/// text, frames that are not JSON, streams without an end. And its requests place reasoning in one chosen
/// field, or in several, where a codec writes the field that the settings of a backend name.
///
/// In: a `ProbeRequest`. Out: a JSON body; of an answer a `ProbeAnswer`. No HTTP. The lowest of the probe's
/// packages.
@NullMarked
package dev.throughline.harness.probe.dialect;

import org.jspecify.annotations.NullMarked;
