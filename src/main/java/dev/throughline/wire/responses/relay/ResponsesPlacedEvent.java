package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;

/// An event that passed the filters.
///
/// @param place its position in the recorded answer; -1 if the answer cannot be read back
record ResponsesPlacedEvent(StreamEvent event, long place) {}
