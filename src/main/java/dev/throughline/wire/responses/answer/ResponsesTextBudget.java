package dev.throughline.wire.responses.answer;

import dev.throughline.wire.TextLimit;
import java.util.ArrayDeque;
import java.util.Deque;

/// Bounds the memory held by all texts of one answer together: the texts of earlier items are dropped first, since the
/// events that end an item repeat its text right after its last delta.
final class ResponsesTextBudget {
    private final TextLimit limit;
    private final Deque<ResponsesItemText> texts = new ArrayDeque<>();
    private long kept;

    ResponsesTextBudget(TextLimit limit) {
        this.limit = limit;
    }

    /// Unlimited.
    static ResponsesTextBudget ofAll() {
        return new ResponsesTextBudget(TextLimit.NONE);
    }

    /// Reserves this much for a text if it is available, also by dropping earlier texts.
    @SuppressWarnings("ReferenceEquality")
    boolean take(ResponsesItemText text, int length) {
        if (texts.peekLast() != text) {
            texts.add(text);
        }
        while (kept + length > limit.most() && texts.peekFirst() != text) {
            texts.removeFirst().drop();
        }
        boolean isFree = kept + length <= limit.most();
        kept += isFree ? length : 0;
        return isFree;
    }

    /// Releases this much.
    void free(int length) {
        kept -= length;
    }

    /// The position of the current event in the recorded answer.
    long place() {
        return limit.place().getAsLong();
    }
}
