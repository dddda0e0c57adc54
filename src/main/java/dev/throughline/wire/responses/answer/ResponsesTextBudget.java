package dev.throughline.wire.responses.answer;

import dev.throughline.wire.TextLimit;

/// Counts the memory held by all texts of one answer together.
final class ResponsesTextBudget {
    private final TextLimit limit;
    private long kept;

    ResponsesTextBudget(TextLimit limit) {
        this.limit = limit;
    }

    /// Unlimited.
    static ResponsesTextBudget ofAll() {
        return new ResponsesTextBudget(TextLimit.NONE);
    }

    /// Reserves this much if it is available.
    boolean take(int length) {
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
