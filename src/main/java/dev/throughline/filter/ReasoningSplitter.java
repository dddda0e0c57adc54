package dev.throughline.filter;

import dev.throughline.filter.GlmMarker.Family;
import java.util.Optional;

/// Decides whether the text of an answer is reasoning or content. The first pair of markers that opens is
/// used for the whole stream; all pairs but `<think>` open only before any visible text.
final class ReasoningSplitter {
    private static final int PAIRS = 4;

    /// Openers in the content that are text, so that their closers are text too.
    private final int[] textOpeners = new int[PAIRS];
    private Optional<GlmMarker> pair = Optional.empty();
    private boolean inReasoning;
    private boolean anyInBlock;

    /// The template has already written the opener; call before the first text only.
    void startInReasoning() {
        inReasoning = true;
        pair = Optional.of(GlmMarker.THINK_OPEN);
    }

    /// The meaning of a marker here.
    enum Role {
        /// Begins or ends a block.
        DELIMITER,
        /// The opener that the template has already written.
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

    /// Something certain ended the reasoning: a call, or a field that identifies its text.
    void leave() {
        inReasoning = false;
    }

    /// @param isBeforeText whether the message has no visible text yet
    Role role(GlmMarker glmMarker, boolean isBeforeText) {
        boolean isOpener = glmMarker.family() == Family.REASONING_OPEN;
        return inReasoning
                ? inside(glmMarker, isOpener)
                : isOpener ? opener(glmMarker, isBeforeText) : closer(glmMarker);
    }

    private Role inside(GlmMarker glmMarker, boolean isOpener) {
        GlmMarker opener = pair.orElse(GlmMarker.THINK_OPEN);
        if (isOpener) {
            return glmMarker == opener && !anyInBlock ? Role.REPEATED : Role.TEXT;
        }
        if (glmMarker != opener.closer()) {
            return Role.TEXT;
        }
        inReasoning = false;
        return Role.DELIMITER;
    }

    private Role opener(GlmMarker glmMarker, boolean isBeforeText) {
        boolean opens =
                pair.map(chosen -> chosen == glmMarker).orElse(glmMarker == GlmMarker.THINK_OPEN || isBeforeText);
        if (!opens) {
            textOpeners[number(glmMarker)]++;
            return Role.TEXT;
        }
        pair = Optional.of(glmMarker);
        inReasoning = true;
        anyInBlock = false;
        return Role.DELIMITER;
    }

    private Role closer(GlmMarker glmMarker) {
        int number = number(glmMarker);
        if (textOpeners[number] == 0) {
            return Role.UNPAIRED;
        }
        textOpeners[number]--;
        return Role.TEXT;
    }

    private static int number(GlmMarker glmMarker) {
        return glmMarker.ordinal() / 2;
    }
}
