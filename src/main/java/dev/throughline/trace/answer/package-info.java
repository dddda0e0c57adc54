/// Collects what an answer of a real backend contained that must come back, known at its end.
///
/// In: the events given to the client (`StreamEvent`). Out: `PlantedItem`s, and the answer's content hash. One
/// `AnswerItemCollector` per answer. Called by `gateway`; imports `trace` only.
@NullMarked
package dev.throughline.trace.answer;

import org.jspecify.annotations.NullMarked;
