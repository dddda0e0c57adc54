package dev.throughline.filter;

/// Collects evidence, while an answer is filtered, about where its model puts reasoning.
///
/// A closer that is only mentioned is distinguished from one that ends reasoning by its surroundings:
/// quotation marks or blanks on both sides make it a mention. The first closer of an answer decides; one
/// with nothing before or after it is no evidence.
final class ReasoningEvidenceCollector {
    private static final String QUOTES = "`\"'“”‘’«»*_()[]";
    private static final String AFTER_MENTION = " .,;:!?";

    private enum Closer {
        NONE,
        /// Read, but what follows is not known yet.
        AWAITING,
        /// May have ended reasoning if anything follows.
        ENDING,
        CONFIRMED,
        MENTION
    }

    private boolean startsInReasoning;
    private boolean isApart;
    private boolean isApartUnknown;
    private Closer closer = Closer.NONE;
    private char before;
    private char solidBefore;
    private char after;
    private boolean hasField;
    private boolean hasOpener;
    private boolean hasCall;

    /// The prompt has opened the reasoning; call before the first text only.
    void startInReasoning() {
        startsInReasoning = true;
    }

    void field() {
        hasField = true;
    }

    /// Whether a reasoning was opened.
    boolean hasOpener() {
        return hasOpener;
    }

    boolean hasField() {
        return hasField;
    }

    void opener() {
        hasOpener = true;
    }

    void call() {
        hasCall = true;
        if (closer == Closer.AWAITING || closer == Closer.ENDING) {
            closer = Closer.CONFIRMED;
        }
    }

    /// The reasoning that the prompt opened was closed.
    void closed() {
        closer = Closer.CONFIRMED;
        isApartUnknown = true;
    }

    /// Whether a closer ended a text without an opener.
    boolean isConfirmed() {
        return closer == Closer.CONFIRMED;
    }

    /// Whether the first closer is a mention.
    boolean isMentioned() {
        return closer == Closer.MENTION;
    }

    /// Whether there is an undecided closer.
    boolean isAwaiting() {
        return closer == Closer.AWAITING;
    }

    /// Whether the text so far ends at a closer that is not set off as a word.
    boolean endsAtCloser() {
        return closer == Closer.ENDING || closer == Closer.AWAITING && before != ' ';
    }

    /// A closer without an opener.
    void unpairedCloser() {
        if (closer == Closer.NONE) {
            closer = solidBefore == 0 ? Closer.MENTION : Closer.AWAITING;
        }
    }

    /// All closers of the answer are mentions.
    void mentioned() {
        closer = Closer.MENTION;
    }

    /// Text of the content field outside calls; the cost does not depend on its length, except for white
    /// space at its ends.
    void text(String source, int from, int to) {
        if (from == to) {
            return;
        }
        switch (closer) {
            case NONE -> {
                before = source.charAt(to - 1);
                solidBefore = lastSolid(source, from, to);
            }
            case AWAITING -> {
                setApart(source.charAt(from));
                after = source.charAt(from);
                if (isMention()) {
                    closer = Closer.MENTION;
                } else {
                    closer = Closer.ENDING;
                    follow(source, from, to);
                }
            }
            case ENDING -> follow(source, from, to);
            case CONFIRMED -> {
                if (isApartUnknown) {
                    setApart(source.charAt(from));
                }
            }
            case MENTION -> {}
        }
    }

    private void setApart(char next) {
        isApart = Character.isWhitespace(before) && Character.isWhitespace(next);
        isApartUnknown = false;
    }

    /// Whether there is anything but white space.
    boolean hasSolid(String source, int from, int to) {
        return lastSolid(source, from, to) != 0;
    }

    private boolean isMention() {
        boolean isQuoted = QUOTES.indexOf(before) >= 0 && QUOTES.indexOf(after) >= 0;
        return isQuoted || before == ' ' && AFTER_MENTION.indexOf(after) >= 0;
    }

    /// A code fence around the closer alone makes it a mention as well.
    private void follow(String source, int from, int to) {
        for (int at = from; at < to; at++) {
            char next = source.charAt(at);
            if (!Character.isWhitespace(next)) {
                closer = next == '`' && solidBefore == '`' ? Closer.MENTION : Closer.CONFIRMED;
                return;
            }
        }
    }

    private char lastSolid(String source, int from, int to) {
        for (int at = to - 1; at >= from; at--) {
            if (!Character.isWhitespace(source.charAt(at))) {
                return source.charAt(at);
            }
        }
        return solidBefore;
    }

    /// @param isRegularEnd whether the model ended the answer itself
    ReasoningEvidence evidence(boolean isRegularEnd) {
        if (hasField) {
            return ReasoningEvidence.FIELD;
        }
        if (hasOpener && !startsInReasoning) {
            return ReasoningEvidence.NONE;
        }
        return switch (closer) {
            case CONFIRMED -> isApart ? ReasoningEvidence.CLOSED_APART : ReasoningEvidence.CLOSED;
            case NONE ->
                isRegularEnd && !hasCall && !hasOpener && solidBefore != 0
                        ? ReasoningEvidence.ABSENT
                        : ReasoningEvidence.NONE;
            case AWAITING, ENDING, MENTION -> ReasoningEvidence.NONE;
        };
    }
}
