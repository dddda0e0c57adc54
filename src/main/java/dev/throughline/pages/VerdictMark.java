package dev.throughline.pages;

import dev.throughline.matrix.api.CellWords;
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

    public static VerdictMark of(Status status) {
        return new VerdictMark(
                CellWords.words(status),
                CellWords.glyph(status),
                CellWords.tone(status).style());
    }
}
