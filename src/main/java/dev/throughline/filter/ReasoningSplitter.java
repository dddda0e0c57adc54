package dev.throughline.filter;

import dev.throughline.filter.markup.Marker;
import dev.throughline.filter.markup.Marker.Family;
import java.util.Optional;

/// Knows whether the text of an answer is reasoning or content. The first pair of markers that opens wins for the
/// stream; all pairs but `<think>` open only before anything was said.
final class ReasoningSplitter {
    private static final int PAIRS = 4;

    /// Openers in the content that are text, so that their closers are text too.
    private final int[] textOpeners = new int[PAIRS];
    private Optional<Marker> pair = Optional.empty();
    private boolean inReasoning;
    private boolean anyInBlock;

    /// The template has written the opener already; before the first text only.
    void startInReasoning() {
        inReasoning = true;
        pair = Optional.of(Marker.THINK_OPEN);
    }

    /// What a marker is here.
    enum Role {
        /// Begins or ends a block.
        DELIMITER,
        /// The opener that the template has written already.
        REPEATED,
        /// A closer without an opener.
        UNPAIRED,
        TEXT
    }

    boolean inReasoning() {
        return inReasoning;
    }

    /// Reasoning text was read.
    void sawText(String source, int from, int to) {
        for (int at = from; at < to && !anyInBlock; at++) {
            anyInBlock = !Character.isWhitespace(source.charAt(at));
        }
    }

    /// Something certain ended the reasoning: a call, or a field that says what its text is.
    void leave() {
        inReasoning = false;
    }

    /// @param nothingSaid whether the message has no visible text yet
    Role role(Marker marker, boolean nothingSaid) {
        boolean isOpener = marker.family() == Family.REASONING_OPEN;
        return inReasoning ? inside(marker, isOpener) : isOpener ? opener(marker, nothingSaid) : closer(marker);
    }

    private Role inside(Marker marker, boolean isOpener) {
        Marker opener = pair.orElse(Marker.THINK_OPEN);
        if (isOpener) {
            return marker == opener && !anyInBlock ? Role.REPEATED : Role.TEXT;
        }
        if (marker != opener.closer()) {
            return Role.TEXT;
        }
        inReasoning = false;
        return Role.DELIMITER;
    }

    private Role opener(Marker marker, boolean nothingSaid) {
        boolean opens = pair.map(chosen -> chosen == marker).orElse(marker == Marker.THINK_OPEN || nothingSaid);
        if (!opens) {
            textOpeners[number(marker)]++;
            return Role.TEXT;
        }
        pair = Optional.of(marker);
        inReasoning = true;
        anyInBlock = false;
        return Role.DELIMITER;
    }

    private Role closer(Marker marker) {
        int number = number(marker);
        if (textOpeners[number] == 0) {
            return Role.UNPAIRED;
        }
        textOpeners[number]--;
        return Role.TEXT;
    }

    private static int number(Marker marker) {
        return marker.ordinal() / 2;
    }
}
