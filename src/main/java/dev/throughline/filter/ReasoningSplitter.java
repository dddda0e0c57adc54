package dev.throughline.filter;

import dev.throughline.filter.FamilyMarkers.Kind;
import dev.throughline.filter.FamilyMarkers.Rule;

/// Decides whether the text of an answer is reasoning or content.
final class ReasoningSplitter {
    /// Whether stray markers are left out; the first pair that opens is then used for the whole stream.
    private final boolean isPaired;
    /// For each pair: openers in the content that are text, so that their closers are text too.
    private final int[] textOpeners;
    /// Number of the latest pair; -1 for none.
    private int pair = -1;
    private boolean inReasoning;
    private boolean anyInBlock;

    ReasoningSplitter(FamilyMarkers markers) {
        this.isPaired = markers.isPaired();
        this.textOpeners = new int[markers.family().reasoning().size()];
    }

    /// The template has already written the opener of the first pair; call before the first text only.
    void startInReasoning() {
        inReasoning = true;
        pair = 0;
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

    /// Whether the block has text other than white space.
    boolean anyInBlock() {
        return anyInBlock;
    }

    /// Reasoning text other than white space was read.
    void sawText() {
        anyInBlock = true;
    }

    /// Something certain ended the reasoning: a call, or a field that identifies its text.
    void leave() {
        inReasoning = false;
        anyInBlock = false;
    }

    /// @param isBeforeText whether the message has no visible text yet
    Role role(Rule rule, boolean isBeforeText) {
        boolean isOpener = rule.kind() == Kind.REASONING_OPEN;
        boolean isSame = rule.pair() == pair;
        if (inReasoning) {
            boolean isText = !isSame || isOpener && anyInBlock;
            return isText ? Role.TEXT : isOpener ? Role.REPEATED : Role.DELIMITER;
        }
        if (isOpener) {
            boolean opens = isPaired && pair >= 0 ? isSame : !rule.isAtStart() || isBeforeText && pair < 0;
            return opens ? Role.DELIMITER : Role.TEXT;
        }
        boolean isText = textOpeners[rule.pair()] > 0 || rule.isAtStart() && !isPaired;
        return isText ? Role.TEXT : Role.UNPAIRED;
    }

    /// A marker with this role was read.
    void took(Rule rule, Role role) {
        boolean isOpener = rule.kind() == Kind.REASONING_OPEN;
        if (role == Role.DELIMITER) {
            pair = rule.pair();
            inReasoning = isOpener;
            anyInBlock = false;
        } else if (role == Role.TEXT && !inReasoning) {
            textOpeners[rule.pair()] += isOpener ? 1 : -1;
        }
    }
}
