package dev.throughline.gateway.answer;

import dev.throughline.stream.StreamEvent;
import java.util.List;
import java.util.Optional;

/// What the filters made of one part of a backend's answer. Valid until the next part is filtered.
///
/// @param events what the client gets, without the terminal
/// @param end the terminal, if the answer ends here
/// @param isUnchanged whether these are the very events that were read, so that the part may be forwarded as it came
/// @param replaced texts of the backend that the client does not get as they were
record FilterResult(List<StreamEvent> events, Optional<StreamEvent> end, boolean isUnchanged, List<Replaced> replaced) {

    /// A text of the backend, to be recorded beside what became of it.
    /// @param after how many of the events precede it
    record Replaced(int after, String text) {}
}
