package dev.throughline.pages;

import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.Optional;

/// A verdict or a status as a word with a glyph and a tone, so that color is not the only distinction.
public record VerdictMark(String word, String glyph, String tone) {
    static VerdictMark of(Optional<Verdict> verdict) {
        return verdict.map(VerdictMark::of).orElse(new VerdictMark("OPEN", "•", "none"));
    }

    static VerdictMark of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> new VerdictMark("PASS", "✓", "good");
            case FAIL -> new VerdictMark("FAIL", "✕", "bad");
            case INCONCLUSIVE -> new VerdictMark("INCONCLUSIVE", "?", "warn");
        };
    }

    static VerdictMark of(Status status) {
        return switch (status) {
            case PRESERVED -> new VerdictMark("preserved", "✓", "good");
            case BROKEN -> new VerdictMark("broken", "✕", "bad");
            case ERROR -> new VerdictMark("error", "!", "bad");
            case PARTIAL -> new VerdictMark("partial", "½", "warn");
            case INCONCLUSIVE -> new VerdictMark("inconclusive", "?", "warn");
            case NOT_EXERCISED -> new VerdictMark("not exercised", "–", "none");
            case UNSUPPORTED -> new VerdictMark("unsupported", "–", "none");
        };
    }
}
