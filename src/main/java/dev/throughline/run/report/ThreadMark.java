package dev.throughline.run.report;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.verdict.JudgedItem;
import dev.throughline.verdict.Outcome;
import io.quarkus.qute.TemplateEnum;

/// A request's treatment of an item, as a few kinds that are distinguishable at a glance; each has a glyph, so
/// that color is not the only distinction.
@TemplateEnum
public enum ThreadMark {
    EXACT("✓", "good", "exact", "came back unchanged"),
    TRIMMED("␣", "bad", "trimmed", "came back with other white space at its ends"),
    MODIFIED("≠", "bad", "modified", "came back with other bytes, another signature, or more than once"),
    TRUNCATED("…", "bad", "truncated", "came back cut off"),
    MOVED("→", "bad", "moved", "came back in another field or place"),
    REORDERED("↕", "bad", "reordered", "came back in another order"),
    MISSING("✕", "bad", "missing", "did not come back, though its answer did"),
    REPAIRED("↺", "warn", "repaired", "was dropped by the client and put back by Throughline: it reached the model"),
    ABSENT("–", "warn", "turn absent", "is gone with its whole answer, as after a compaction"),
    CLEARED("○", "none", "not required", "need not come back: the template clears it, or its tool did not run"),
    FOREIGN("!", "warn", "foreign", "belongs to another run");

    private final String glyph;
    private final String tone;
    private final String word;
    private final String meaning;

    ThreadMark(String glyph, String tone, String word, String meaning) {
        this.glyph = glyph;
        this.tone = tone;
        this.word = word;
        this.meaning = meaning;
    }

    /// @param isRepaired whether the observing request had reasoning of the same answer restored
    public static ThreadMark of(JudgedItem judged, boolean isRepaired) {
        if (judged.isKept()) {
            return EXACT;
        }
        if (isRepaired && judged.item().category() == Category.THINK) {
            return REPAIRED;
        }
        return of(judged.outcome(), judged.observation().due());
    }

    /// The mark of an outcome that is known without its request.
    static ThreadMark of(Outcome outcome, Due due) {
        boolean isDue = due == Due.MUST;
        return switch (outcome) {
            case EXACT, REFERENCED -> EXACT;
            case LEAKED -> FOREIGN;
            case NOT_DUE -> CLEARED;
            case TURN_ABSENT -> isDue ? ABSENT : CLEARED;
            case MISSING, PARTIAL, REFUSED, SILENTLY_DROPPED -> isDue ? MISSING : CLEARED;
            case TRIMMED -> TRIMMED;
            case TRUNCATED -> TRUNCATED;
            case MOVED, RENAMED, SHADOWED -> MOVED;
            case REORDERED -> REORDERED;
            case MODIFIED, SIGNATURE_LOST, SIGNATURE_ALTERED, DUPLICATED -> MODIFIED;
        };
    }

    /// The style of the thread that leads to it, empty for none.
    String thread() {
        return switch (this) {
            case EXACT -> "kept";
            case REPAIRED -> "repaired";
            case TRIMMED, MODIFIED, TRUNCATED, MOVED, REORDERED, MISSING -> "lost";
            case ABSENT, CLEARED, FOREIGN -> "";
        };
    }

    /// Whether the client did not return the item as required.
    boolean isDropped() {
        return tone.equals("bad") || this == REPAIRED;
    }

    /// Whether the item is where it was, as issued.
    public boolean isKept() {
        return this == EXACT;
    }

    public String glyph() {
        return glyph;
    }

    public String tone() {
        return tone;
    }

    public String word() {
        return word;
    }

    public String meaning() {
        return meaning;
    }
}
