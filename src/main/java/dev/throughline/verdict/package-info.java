/// Verdicts from evidence: outcome per item → status per capability and scope → verdict of the run.
///
/// Pure: the same evidence yields the same verdict. Imports `trace` only.
@NullMarked
package dev.throughline.verdict;

import org.jspecify.annotations.NullMarked;
