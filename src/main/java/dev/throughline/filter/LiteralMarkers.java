package dev.throughline.filter;

import java.util.ArrayList;
import java.util.List;

/// The markers of a family that are the same text in each answer, found in texts that may go on.
final class LiteralMarkers {
    private static final int NONE = -1;
    /// More text decides whether there is one.
    private static final int UNDECIDED = -2;

    private final List<Marker> markers = new ArrayList<>();
    private final MarkerIndex index = new MarkerIndex();

    /// The purpose of a marker.
    enum Meaning {
        REASONING_OPEN,
        REASONING_CLOSE,
        CALL_OPEN,
        CALL_CLOSE,
        KEY_OPEN,
        KEY_CLOSE,
        VALUE_OPEN,
        VALUE_CLOSE,
        /// Ends the turn.
        TURN,
        /// Without meaning for a client.
        DROPPED
    }

    /// @param isAtStart whether it opens reasoning only before any text, or ends such reasoning
    record Marker(String text, Meaning meaning, boolean isAtStart) {
        boolean is(Meaning... meanings) {
            for (Meaning one : meanings) {
                if (one == meaning) {
                    return true;
                }
            }
            return false;
        }
    }

    /// Receives what is found, in order.
    interface Lexemes {
        /// Text other than a marker: `source` from `from` to before `to`; never empty.
        void text(String source, int from, int to);

        /// @param at its position
        /// @return whether it was used; otherwise nothing more is read
        boolean marker(Marker marker, int at);

        /// Whether nothing more is to be read.
        boolean isOver();
    }

    LiteralMarkers(Family family) {
        for (Family.Reasoning pair : family.reasoning()) {
            add(pair.open(), Meaning.REASONING_OPEN, pair.atStart());
            add(pair.close(), Meaning.REASONING_CLOSE, pair.atStart());
        }
        for (Family.Form form : family.calls()) {
            add(form.open(), Meaning.CALL_OPEN, false);
            add(form.close(), Meaning.CALL_CLOSE, false);
            if (form.style() == Family.Style.PAIRED) {
                add(List.of(form.parameter().get(0)), Meaning.KEY_OPEN, false);
                add(List.of(form.parameter().get(1)), Meaning.KEY_CLOSE, false);
                add(List.of(form.parameter().get(2)), Meaning.VALUE_OPEN, false);
                add(form.parameterEnd(), Meaning.VALUE_CLOSE, false);
            }
        }
        add(family.turn(), Meaning.TURN, false);
        add(family.dropped(), Meaning.DROPPED, false);
    }

    private void add(List<String> notations, Meaning meaning, boolean isAtStart) {
        for (String notation : notations) {
            if (FamilyNotation.isLiteral(notation) && notation.length() > 1) {
                index.add(markers.size(), "", notation);
                markers.add(new Marker(notation, meaning, isAtStart));
            }
        }
    }

    /// Whether a text begins one of these markers.
    boolean begins(String piece, Meaning... meanings) {
        return markers.stream().anyMatch(marker -> marker.is(meanings) && marker.text.startsWith(piece));
    }

    /// Reads a text; less than a marker is left at its end.
    /// @return the position up to which it was used
    int read(String source, int from, Lexemes out) {
        int at = from;
        int end = source.length();
        for (int scan = index.next(source, from); scan < end; scan = index.next(source, scan + 1)) {
            int found = find(source, scan);
            if (found == NONE) {
                continue;
            }
            if (scan > at) {
                out.text(source, at, scan);
            }
            if (found == UNDECIDED || out.isOver() || !out.marker(markers.get(found), scan)) {
                return scan;
            }
            at = scan + markers.get(found).text.length();
            if (out.isOver()) {
                return at;
            }
            scan = at - 1;
        }
        if (end > at) {
            out.text(source, at, end);
        }
        return end;
    }

    private int find(String source, int at) {
        int length = source.length() - at;
        for (long left = index.at(source, at); left != 0; left &= left - 1) {
            int number = Long.numberOfTrailingZeros(left);
            String text = markers.get(number).text;
            if (source.regionMatches(at, text, 0, Math.min(length, text.length()))) {
                return length < text.length() ? UNDECIDED : number;
            }
        }
        return NONE;
    }
}
