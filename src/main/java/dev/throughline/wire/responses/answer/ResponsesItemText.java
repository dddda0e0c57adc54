package dev.throughline.wire.responses.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.RecordedText;
import java.util.ArrayList;
import java.util.List;

/// The growing text of an output item. It is kept until all texts of the answer together are too long; then
/// only its position in the recorded answer is known: several ones if items of its kind grew in turn.
public final class ResponsesItemText {
    private final RecordedText.Kind kind;
    private final ResponsesTextBudget budget;
    private final StringBuilder text = new StringBuilder();
    private boolean isKept = true;
    private final List<RecordedText> earlier = new ArrayList<>(0);
    private long from = -1;
    private long to;
    /// The length before `from`.
    private long start;
    private long length;
    /// As `String.hashCode` of the whole text.
    private int hash;

    /// @param kind the events that it grows by
    public ResponsesItemText(RecordedText.Kind kind, ResponsesTextBudget budget) {
        this.kind = kind;
        this.budget = budget;
    }

    /// A text that is kept regardless of its length.
    public static ResponsesItemText kept(String beginning) {
        var kept = new ResponsesItemText(RecordedText.Kind.TEXT, ResponsesTextBudget.ofAll());
        kept.append(beginning);
        return kept;
    }

    /// Grows by the current event.
    public void append(String more) {
        long place = budget.place();
        if (!budget.continues(kind, this) && from >= 0) {
            earlier.add(latest());
            from = -1;
        }
        if (from < 0) {
            from = place;
            start = length;
        }
        to = place + 1;
        length += more.length();
        for (int i = 0; i < more.length(); i++) {
            hash = 31 * hash + more.charAt(i);
        }
        if (isKept && budget.take(this, more.length())) {
            text.append(more);
        } else {
            drop();
        }
    }

    private RecordedText latest() {
        return new RecordedText(kind, from, to, length - start);
    }

    /// Frees its memory: from now on it is read from the recorded answer.
    public void drop() {
        if (isKept) {
            isKept = false;
            budget.free(text.length());
            text.setLength(0);
            text.trimToSize();
        }
    }

    /// The events that it grows by.
    RecordedText.Kind kind() {
        return kind;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /// Whether a JSON value is this text.
    public boolean isIn(JsonNode value) {
        return value.isTextual()
                && value.textValue().length() == length
                && value.textValue().hashCode() == hash;
    }

    /// Writes it as a JSON string.
    public FrameBuffer json(FrameBuffer out) {
        if (isKept) {
            return out.json(text.toString());
        }
        List<RecordedText> places = new ArrayList<>(earlier);
        places.add(latest());
        return out.recorded(places);
    }
}
