/// Collects the items of a real backend's answer that the client must return, known at its end.
///
/// In: the events sent to the client (`StreamEvent`). Out: `PlantedItem`s, and the answer's content hash.
/// One `AnswerItemCollector` per answer. Called by `gateway`; imports `trace` only.
@NullMarked
package dev.throughline.trace.answer;

import org.jspecify.annotations.NullMarked;
