/// Identifies answers: finds the exchange that produced each assistant message of a request (trace token, block
/// signature, call id, content hash, reasoning, position) and the conversation that the request continues.
///
/// In: a decoded request (`RequestIndex`) and the run's history (`HistoryIndex`). Out: an `AnswerMatcher`,
/// a `ConversationLink`. Linear in the request. Called by `trace.sighting`, `trace.repair` and
/// `trace.history` only; imports `trace`.
@NullMarked
package dev.throughline.trace.match;

import org.jspecify.annotations.NullMarked;
