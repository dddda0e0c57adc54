package dev.throughline.wire.responses.answer;

import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.RecordedText;

/// The growing text of an output item. It is kept until all texts of the answer together are too long; then
/// only its position in the recorded answer is known.
public final class ResponsesItemText {
    private final RecordedText.Kind kind;
    private final ResponsesTextBudget keeper;
    private final StringBuilder text = new StringBuilder();
    private boolean isKept = true;
    private long from = -1;
    private long to;
    private long length;

    /// @param kind the events that it grows by
    ResponsesItemText(RecordedText.Kind kind, ResponsesTextBudget keeper) {
        this.kind = kind;
        this.keeper = keeper;
    }

    /// A text that is kept regardless of its length.
    public static ResponsesItemText kept(String beginning) {
        var kept = new ResponsesItemText(RecordedText.Kind.TEXT, ResponsesTextBudget.ofAll());
        kept.append(beginning);
        return kept;
    }

    public void append(String more) {
        long place = keeper.place();
        from = from < 0 ? place : from;
        to = place + 1;
        length += more.length();
        if (isKept && keeper.take(this, more.length())) {
            text.append(more);
        } else {
            drop();
        }
    }

    /// Frees its memory: from now on it is read from the recorded answer.
    void drop() {
        if (isKept) {
            isKept = false;
            keeper.free(text.length());
            text.setLength(0);
            text.trimToSize();
        }
    }

    boolean isEmpty() {
        return length == 0;
    }

    /// Writes it as a JSON string.
    void json(FrameBuffer out) {
        if (isKept) {
            out.json(text.toString());
        } else {
            out.recorded(new RecordedText(kind, from, to, length));
        }
    }
}
