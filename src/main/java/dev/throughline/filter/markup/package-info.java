/// What filters share below the calls: markers in text that is cut anywhere, white space and code around them,
/// where decided events go (`FilterOutput`), and the log of what a model wrote against its template
/// (`Anomaly`). Holds back less than the longest marker. Called by `filter` and `filter.call`; `Anomaly` is
/// read by `gateway` and `render`. Imports `stream` only.
@NullMarked
package dev.throughline.filter.markup;

import org.jspecify.annotations.NullMarked;
