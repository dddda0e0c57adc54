/// Judgement over evidence: outcome per item → status per capability and scope → verdict of the run.
///
/// Pure: an old run scored again gives the same verdict. Knows `trace` and nothing else.
@NullMarked
package dev.throughline.verdict;

import org.jspecify.annotations.NullMarked;
