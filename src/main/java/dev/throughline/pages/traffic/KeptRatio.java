package dev.throughline.pages.traffic;

import dev.throughline.pages.VerdictMark;

/// The part of what was due that came back unchanged, as a mark.
final class KeptRatio {
    private KeptRatio() {}

    /// Rounded down, so that 100 % means that nothing was lost.
    static VerdictMark mark(long exact, long due) {
        if (due == 0) {
            return new VerdictMark("nothing due", "–", "none");
        }
        String word = exact * 100 / due + " %";
        if (exact == due) {
            return new VerdictMark(word, "✓", "good");
        }
        return exact == 0 ? new VerdictMark(word, "✕", "bad") : new VerdictMark(word, "½", "warn");
    }
}
