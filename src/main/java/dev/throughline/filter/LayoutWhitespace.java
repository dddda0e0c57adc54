package dev.throughline.filter;

/// Separates layout from text between markup, incrementally: white space, and the two characters `\` `n`
/// that some models write for it.
public final class LayoutWhitespace {
    private boolean afterBackslash;

    public void reset() {
        afterBackslash = false;
    }

    /// The first position that is not layout; `to` if there is none so far.
    public int skip(String source, int from, int to) {
        for (int at = from; at < to; at++) {
            char unit = source.charAt(at);
            if (afterBackslash) {
                if (unit != 'n') {
                    return at;
                }
                afterBackslash = false;
            } else if (unit == '\\') {
                afterBackslash = true;
            } else if (!Character.isWhitespace(unit)) {
                return at;
            }
        }
        return to;
    }

    /// Whether it does not end in half of `\n`.
    public boolean isWhole() {
        return !afterBackslash;
    }
}
