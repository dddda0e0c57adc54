/// Looks for every item of a matched answer in the request (reasoning, text, calls, results, signatures)
/// and states where it is and how it differs, without judgment.
///
/// In: a `RequestIndex` and an `AnswerMatcher`. Out: one `Observation` per expected item. Comparisons other than
/// equality are bounded by a `ComparisonBudget`. Called by `trace.history` only; imports `trace` and `trace.match`.
@NullMarked
package dev.throughline.trace.sighting;

import org.jspecify.annotations.NullMarked;
