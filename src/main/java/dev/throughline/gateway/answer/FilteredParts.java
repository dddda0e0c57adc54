package dev.throughline.gateway.answer;

import dev.throughline.stream.StreamEvent;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Compares what the filters pass with what was read of one answer, part by part. A part is unchanged if exactly its
/// events passed, even if some of their text was held back and passed later; until that is known it waits, and so do
/// the parts behind it.
///
/// Whatever passed of a part before it was found to be changed stays with that part, everything else with the part
/// during which it passed.
final class FilteredParts {
    private final boolean recordsReplaced;
    /// Parts that wait, in order; while there are any, the current one is the last.
    private final Deque<FilterResult> waiting = new ArrayDeque<>();
    /// Events of these parts that have not passed yet.
    private final Deque<Read> open = new ArrayDeque<>();
    private final List<FilterResult> decided = new ArrayList<>();
    private FilterResult current = new FilterResult();
    /// Characters of the first open event that have passed.
    private int offset;

    /// An event that was read and has not passed.
    private static final class Read {
        private final StreamEvent event;
        private final FilterResult part;
        /// The kind in which its text passes.
        private StreamEvent as;

        private Read(StreamEvent event, FilterResult part) {
            this.event = event;
            this.part = part;
            this.as = event;
        }
    }

    /// @param recordsReplaced whether texts are reported that the client does not get as they were
    FilteredParts(boolean recordsReplaced) {
        this.recordsReplaced = recordsReplaced;
    }

    /// Begins the next part.
    void begin() {
        if (waiting.isEmpty()) {
            current.clear();
        } else {
            current = new FilterResult();
        }
    }

    /// Takes an event of the part, and what passed while the filters read it.
    void read(StreamEvent event, List<StreamEvent> passed) {
        boolean isAlone = passed.size() == 1 && open.isEmpty();
        if (isAlone && isSame(passed.getFirst(), event)) {
            current.add(event);
        } else if (isAlone && hasText(event) && text(event).equals(text(passed.getFirst()))) {
            add(event, passed.getFirst(), current);
        } else if (!passed.isEmpty() || !isEmptyDelta(event)) {
            open.add(new Read(event, current));
            current.opened();
            passed.forEach(this::pass);
        }
    }

    /// Takes what passed without an event.
    void pass(StreamEvent event) {
        if (hasText(event)) {
            text(event, text(event));
        } else if (!open.isEmpty() && offset == 0 && isSame(open.getFirst().event, event)) {
            passed();
        } else if (isEmptyDelta(event)) {
            // What precedes a proof of no text.
            current.add(event);
        } else {
            differs(event);
        }
    }

    /// Ends the part.
    /// @param mayWait whether what was read and has not passed may still pass
    /// @return the parts that are decided, in order; valid until the next part begins
    List<FilterResult> end(boolean mayWait) {
        if (!mayWait) {
            giveUp();
        }
        decided.clear();
        if (waiting.isEmpty() && current.isDecided()) {
            decided.add(current);
            return decided;
        }
        waiting.add(current);
        while (!waiting.isEmpty() && waiting.getFirst().isDecided()) {
            decided.add(waiting.removeFirst());
        }
        return decided;
    }

    /// Decides the parts that wait: what has passed of them leaves, and what has not is changed text of a later part.
    /// @return these parts, in order
    List<FilterResult> decideAll() {
        giveUp();
        decided.clear();
        decided.addAll(waiting);
        waiting.clear();
        return decided;
    }

    private void text(StreamEvent event, String text) {
        int at = 0;
        while (at < text.length()) {
            Read first = open.peek();
            String expected = first == null ? "" : text(first.event);
            int more = Math.min(expected.length() - offset, text.length() - at);
            boolean isNext = first != null
                    && more > 0
                    && expected.regionMatches(offset, text, at, more)
                    && (offset == 0 || isSameKind(first.as, event));
            if (!isNext) {
                differs(at == 0 ? event : like(event, text.substring(at)));
                return;
            }
            first.as = event;
            offset += more;
            at += more;
            if (offset == expected.length()) {
                passed();
            }
        }
    }

    /// The first open event has passed.
    private void passed() {
        Read first = open.remove();
        first.part.closed();
        offset = 0;
        add(first.event, like(first.as, text(first.event)), first.part);
    }

    private void differs(StreamEvent event) {
        giveUp();
        current.change();
        current.add(event);
    }

    /// The rest does not pass as it was read.
    private void giveUp() {
        for (Read read : open) {
            String text = text(read.event);
            read.part.change();
            read.part.closed();
            if (recordsReplaced && !text.isEmpty()) {
                read.part.replace(text);
            }
            if (offset > 0) {
                read.part.add(like(read.as, text.substring(0, offset)));
                offset = 0;
            }
        }
        open.clear();
    }

    /// @param passed has the text of the event that was read
    private static void add(StreamEvent read, StreamEvent passed, FilterResult part) {
        if (isSameKind(read, passed)) {
            part.add(read);
        } else {
            part.change();
            part.add(passed);
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(StreamEvent read, StreamEvent passed) {
        return read == passed;
    }

    private static boolean isSameKind(StreamEvent some, StreamEvent other) {
        return some instanceof ToolCallArgs(int index, String _) && other instanceof ToolCallArgs(int with, String _)
                ? index == with
                : some.getClass() == other.getClass();
    }

    private static boolean isEmptyDelta(StreamEvent event) {
        boolean isDelta =
                event instanceof TextDelta || event instanceof ReasoningDelta || event instanceof ToolCallArgs;
        return isDelta && !hasText(event);
    }

    private static boolean hasText(StreamEvent event) {
        return !text(event).isEmpty();
    }

    /// The text of a delta; empty for none.
    private static String text(StreamEvent event) {
        return switch (event) {
            case TextDelta(String text) -> text;
            case ReasoningDelta(String text) -> text;
            case ToolCallArgs(int _, String fragment) -> fragment;
            case Start _,
                    ReasoningSignature _,
                    RedactedReasoning _,
                    ToolCallStart _,
                    ToolCallEnd _,
                    Usage _,
                    Finish _,
                    Failure _ -> "";
        };
    }

    /// An event of the same kind with this text; the event itself if it has none.
    private static StreamEvent like(StreamEvent event, String text) {
        if (text.isEmpty()) {
            return event;
        }
        if (event instanceof ToolCallArgs(int index, String _)) {
            return new ToolCallArgs(index, text);
        }
        return event instanceof ReasoningDelta ? new ReasoningDelta(text) : new TextDelta(text);
    }
}
