package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.wire.TextLimit;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.sse.RecordedText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// Bounds what of the items of one answer is held for its last event, which repeats them: the texts of the earliest
/// complete items are given up first, as far as they are in the recorded answer.
final class ResponsesHeldText {
    /// A shorter text takes less than its place.
    private static final int SHORTEST = 64;

    private final TextLimit limit;
    private final Deque<ResponsesRelayItem> complete = new ArrayDeque<>();
    private final Map<Kind, ResponsesRelayItem> last = new EnumMap<>(Kind.class);
    private long growing;
    private long kept;

    ResponsesHeldText(TextLimit limit) {
        this.limit = limit;
    }

    /// UTF-16 code units in memory.
    long units() {
        return growing + kept;
    }

    /// The text of an item in memory grew, or was freed.
    void grew(long units) {
        growing += units;
    }

    /// An event that an item consists of, if it is one of its kind.
    @SuppressWarnings("ReferenceEquality")
    void recorded(ResponsesRelayItem item, ResponsesPlacedEvent event) {
        Optional<String> text = text(item.kind, event.event());
        if (event.place() >= 0 && text.isPresent() && !text.get().isEmpty()) {
            boolean continues = last.put(item.kind, item) == item;
            item.recorded.add(kind(item.kind), event.place(), text.get(), continues);
        }
    }

    /// The client received the end of an item.
    void complete(ResponsesRelayItem item) {
        kept += item.units();
        complete.add(item);
        while (kept > limit.most() && !complete.isEmpty()) {
            ResponsesRelayItem earliest = complete.removeFirst();
            kept -= earliest.units();
            earliest.giveUpText(Math.clamp(limit.most(), 1, SHORTEST));
            kept += earliest.units();
        }
    }

    private static Optional<String> text(Kind kind, StreamEvent event) {
        return switch (event) {
            case TextDelta(String text) when kind == Kind.TEXT -> Optional.of(text);
            case ReasoningDelta(String text) when kind == Kind.REASONING -> Optional.of(text);
            case ToolCallArgs(int _, String fragment) when kind == Kind.CALL -> Optional.of(fragment);
            case StreamEvent _ -> Optional.empty();
        };
    }

    private static RecordedText.Kind kind(Kind kind) {
        return switch (kind) {
            case TEXT, FOREIGN -> RecordedText.Kind.TEXT;
            case REASONING -> RecordedText.Kind.REASONING;
            case CALL -> RecordedText.Kind.ARGUMENTS;
        };
    }
}
