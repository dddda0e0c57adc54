package dev.throughline.filter;

import dev.throughline.filter.FamilyMarkers.FormMarkers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A call, or several of one opener, that are being read. At first they may still turn out to be text.
final class OpenCall {
    /// Characters behind the opener up to which it may be text.
    private static final int UNCERTAIN = 96;

    final FormMarkers form;
    final boolean mustDeclare;
    /// The text that has been read of it, as long as it may be text.
    final StringBuilder raw = new StringBuilder();
    CallBody body;
    boolean isCertain;
    boolean isBegun;
    int countBefore;
    /// Length of its opener.
    int opener;
    /// Where it begins.
    long position;

    /// @param mustDeclare whether only declared names make it a call
    /// @param countBefore calls begun before it
    OpenCall(FormMarkers form, boolean mustDeclare, int countBefore) {
        this.form = form;
        this.mustDeclare = mustDeclare;
        this.countBefore = countBefore;
        this.body = new UnreadableCall(form);
    }

    boolean isOrdinary() {
        return form.form().bare() || form.form().ordinary();
    }

    /// Whether only a closed list shows that the text is calls.
    boolean needsListEnd() {
        return form.form().ordinary() && form.form().list();
    }

    boolean isPastDoubt() {
        return raw.length() - opener > UNCERTAIN;
    }

    /// The next call of the same opener may be none again.
    void again() {
        isCertain = false;
        raw.setLength(0);
        opener = 0;
    }

    /// Leaves out the rest of a call that cannot be read, up to its closer.
    static final class UnreadableCall extends CallBody {
        private final Pattern end;

        UnreadableCall(FormMarkers form) {
            this.end = form.end();
        }

        @Override
        int read(String text, int from, boolean isOver) {
            for (int at = from; at < text.length(); at++) {
                char unit = text.charAt(at);
                if (Character.isLetterOrDigit(unit) || Character.isWhitespace(unit)) {
                    continue;
                }
                Matcher matcher = end.matcher(text).region(at, text.length());
                boolean isFound = matcher.lookingAt();
                if (!isOver && matcher.hitEnd()) {
                    return at;
                }
                if (isFound) {
                    state = State.DONE;
                    return matcher.end();
                }
            }
            return text.length();
        }

        @Override
        boolean end(boolean isCut) {
            return true;
        }
    }
}
