package dev.throughline.filter;

import dev.throughline.filter.FamilyMarkers.FormMarkers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Leaves out the rest of a call that cannot be read, up to its closer.
final class UnreadableCall implements CallBody {
    private final Pattern end;
    private State state = State.WAITS;

    UnreadableCall(FormMarkers form) {
        this.end = form.end();
    }

    @Override
    public int read(String text, int from, boolean isOver) {
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
    public State state() {
        return state;
    }

    @Override
    public boolean end(boolean isCut) {
        return true;
    }
}
