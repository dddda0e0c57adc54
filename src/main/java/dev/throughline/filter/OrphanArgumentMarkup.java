package dev.throughline.filter;

import java.util.Optional;

/// Argument markup outside a call. A whole pair on one line is dropped; otherwise only the tags are.
final class OrphanArgumentMarkup {
    private static final int LONGEST = 4_096;

    private final StringBuilder text = new StringBuilder();
    private boolean isOpen;

    boolean isOpen() {
        return isOpen;
    }

    void open() {
        isOpen = true;
        text.setLength(0);
    }

    /// Takes text; returns everything if it is not a pair.
    Optional<String> text(String source, int from, int to) {
        text.append(source, from, to);
        boolean isNoPair = source.indexOf('\n', from, to) >= 0 || text.length() > LONGEST;
        return isNoPair ? Optional.of(end()) : Optional.empty();
    }

    /// Whether a marker continues or completes the pair.
    boolean takes(GlmMarker glmMarker) {
        if (glmMarker == GlmMarker.VALUE_CLOSE) {
            isOpen = false;
            return true;
        }
        return glmMarker == GlmMarker.KEY_CLOSE || glmMarker == GlmMarker.VALUE_OPEN;
    }

    /// Not a pair: its text without the tags.
    String end() {
        isOpen = false;
        return text.toString();
    }
}
