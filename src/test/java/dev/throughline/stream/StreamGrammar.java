package dev.throughline.stream;

import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.Optional;

/// Checks the order of events in one answer; see `StreamEvent`. One checker per answer; not thread-safe.
///
/// `Start` first; calls are numbered from 0 and never overlap; a signature directly follows the reasoning
/// that it proves; at most one `Usage`, followed only by a terminal event; one terminal event. A `Failure`
/// is allowed anywhere, even inside a call.
public final class StreamGrammar {
    private enum Place {
        BEFORE_START,
        OPEN,
        IN_REASONING,
        IN_CALL,
        AFTER_USAGE,
        OVER
    }

    private Place place = Place.BEFORE_START;
    private int calls;
    private int events;

    /// Takes the next event.
    /// @return what was expected and what was found instead, with the event's number; empty if it is
    ///     allowed here
    public Optional<String> objection(StreamEvent event) {
        Optional<Place> next = place == Place.OVER ? Optional.empty() : after(event);
        events++;
        if (next.isEmpty()) {
            return Optional.of("event " + events + ": expected " + expected() + ", found "
                    + event.getClass().getSimpleName());
        }
        place = next.get();
        return Optional.empty();
    }

    /// Whether the answer has ended.
    public boolean isOver() {
        return place == Place.OVER;
    }

    private Optional<Place> after(StreamEvent event) {
        return switch (event) {
            case Failure _ -> Optional.of(Place.OVER);
            case Start _ -> when(place == Place.BEFORE_START, Place.OPEN);
            case ToolCallArgs(int index, String _) -> when(isInCall(index), Place.IN_CALL);
            case ToolCallEnd(int index) -> when(isInCall(index), Place.OPEN);
            case ReasoningDelta _ -> when(isBetween(), Place.IN_REASONING);
            case ReasoningSignature _ -> when(place == Place.IN_REASONING, Place.OPEN);
            case RedactedReasoning _, TextDelta _ -> when(isBetween(), Place.OPEN);
            case ToolCallStart(int index, String _, String _) -> {
                boolean mayStart = isBetween() && index == calls;
                if (mayStart) {
                    calls++;
                }
                yield when(mayStart, Place.IN_CALL);
            }
            case Usage _ -> when(isBetween(), Place.AFTER_USAGE);
            case Finish _ -> when(isBetween() || place == Place.AFTER_USAGE, Place.OVER);
        };
    }

    private static Optional<Place> when(boolean isAllowed, Place next) {
        return isAllowed ? Optional.of(next) : Optional.empty();
    }

    private boolean isBetween() {
        return place == Place.OPEN || place == Place.IN_REASONING;
    }

    private boolean isInCall(int index) {
        return place == Place.IN_CALL && index == calls - 1;
    }

    private String expected() {
        return switch (place) {
            case BEFORE_START -> "Start or Failure";
            case OPEN -> "text, reasoning, call " + calls + ", Usage or a terminal";
            case IN_REASONING -> "text, reasoning, its signature, call " + calls + ", Usage or a terminal";
            case IN_CALL -> "arguments or end of call " + (calls - 1) + ", or Failure";
            case AFTER_USAGE -> "a terminal";
            case OVER -> "nothing";
        };
    }
}
