/// The pump: takes one answer, records each of its events before it is written, holds the source back when the
/// client, the journal or the memory budget has no room, and ends the exchange exactly once. `AnswerPump` is where to
/// begin: the way of a part of an answer; `Answer` has its states. `FrameOutlet` writes streams, `BodyOutlet` one body.
///
/// In: the parts of a backend's answer, or the stub's events, which take the same way. Out: bytes to the client, tokens
/// to the
/// journal. One answer lives on one event loop. Called by `proxy` and `stub`; may import `admission` and `memory`.
@NullMarked
package dev.throughline.gateway.answer;

import org.jspecify.annotations.NullMarked;
