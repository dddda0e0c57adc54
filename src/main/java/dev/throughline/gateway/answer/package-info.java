/// The pump: takes the events of one answer, records each before it is written, holds the source back when the
/// client, the journal or the memory budget has no room, and ends the exchange exactly once.
///
/// In: stream events and, from a backend of the client's dialect, the frames they were read from. Out: bytes to
/// the client, tokens to the journal. One answer lives on one event loop. Called by `proxy` and `stub`; may
/// import `admission` and `memory`.
@NullMarked
package dev.throughline.gateway.answer;

import org.jspecify.annotations.NullMarked;
