/// Shared by filters below the level of calls: markers in text that is split anywhere, white space and code
/// around them, the output of resolved events (`FilterOutput`), and the log of deviations of a model from
/// its template (`Anomaly`). Holds back less than the longest marker. Called by `filter` and `filter.call`;
/// `Anomaly` is read by `gateway` and `render`. Imports `stream` only.
@NullMarked
package dev.throughline.filter.markup;

import org.jspecify.annotations.NullMarked;
