package dev.throughline.wire.responses.answer;

import dev.throughline.wire.TextLimit;

/// Counts what the texts of one answer keep in memory together.
final class ResponsesTextBudget {
    private final TextLimit limit;
    private long kept;

    ResponsesTextBudget(TextLimit limit) {
        this.limit = limit;
    }

    /// Keeps all texts.
    static ResponsesTextBudget ofAll() {
        return new ResponsesTextBudget(TextLimit.NONE);
    }

    /// Whether so much more may be kept; it is counted then.
    boolean take(int length) {
        boolean isFree = kept + length <= limit.most();
        kept += isFree ? length : 0;
        return isFree;
    }

    /// So much is kept no longer.
    void free(int length) {
        kept -= length;
    }

    /// The place in the record of the event under way.
    long place() {
        return limit.place().getAsLong();
    }
}
