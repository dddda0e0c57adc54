/// The compatibility matrix: which version of which client keeps the thread with which backend.
///
/// In flows the evidence of sealed runs, one vote per run and capability; out come cells (the current status of a
/// combination), what their runs say over time, ranges of versions, and the answer to "can I use it?".
/// The types of this package are plain values and rules; `matrix.store` keeps them, `matrix.api` shows them.
@NullMarked
package dev.throughline.matrix;

import org.jspecify.annotations.NullMarked;
