/// What came back of it: looks for every item of a matched answer in the request (reasoning, text, calls,
/// results, signatures) and says where it stands and how it differs; no judgement.
///
/// In: a `RequestIndex` and an `AnswerMatcher`. Out: one `Observation` per expected item. Comparisons that are
/// not by equality are bounded by a `ComparisonBudget`. Called by `trace.request` only; imports `trace` and
/// `trace.match`.
@NullMarked
package dev.throughline.trace.sighting;

import org.jspecify.annotations.NullMarked;
