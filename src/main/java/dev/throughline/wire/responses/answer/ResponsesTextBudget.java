package dev.throughline.wire.responses.answer;

import dev.throughline.wire.TextLimit;
import dev.throughline.wire.sse.RecordedText;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Bounds the memory held by all texts of one answer together: the texts of earlier items are dropped first, since the
/// events that end an item repeat its text right after its last delta.
public final class ResponsesTextBudget {
    private final TextLimit limit;
    private final LinkedHashSet<ResponsesItemText> texts = new LinkedHashSet<>();
    private final Map<RecordedText.Kind, ResponsesItemText> growing = new EnumMap<>(RecordedText.Kind.class);
    private @Nullable ResponsesItemText latest;
    private long kept;

    public ResponsesTextBudget(TextLimit limit) {
        this.limit = limit;
    }

    /// Unlimited.
    static ResponsesTextBudget ofAll() {
        return new ResponsesTextBudget(TextLimit.NONE);
    }

    /// Whether this text is the last of its kind that grew; it grows now.
    @SuppressWarnings("ReferenceEquality")
    boolean continues(RecordedText.Kind kind, ResponsesItemText text) {
        return growing.put(kind, text) == text;
    }

    /// Reserves this much for a text if it is available, also by dropping earlier texts.
    @SuppressWarnings("ReferenceEquality")
    boolean take(ResponsesItemText text, int length) {
        if (latest != text) {
            latest = text;
            texts.addLast(text);
        }
        while (kept + length > limit.most() && texts.getFirst() != text) {
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

    /// UTF-16 code units in memory.
    public long kept() {
        return kept;
    }

    /// The position of the current event in the recorded answer.
    public long place() {
        return limit.place().getAsLong();
    }
}
