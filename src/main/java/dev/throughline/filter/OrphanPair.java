package dev.throughline.filter;

import dev.throughline.filter.LiteralMarkers.Marker;
import dev.throughline.filter.LiteralMarkers.Meaning;

/// Reads argument tags outside a call. A whole pair on one line is dropped; otherwise only the tags are.
final class OrphanPair implements CallBody, LiteralMarkers.Lexemes {
    private static final int LONGEST = 4_096;

    private final Host host;
    private final LiteralMarkers markers;
    private final StringBuilder text = new StringBuilder();
    private boolean isOver;

    /// The tag before a key has been read.
    OrphanPair(Host host, LiteralMarkers markers) {
        this.host = host;
        this.markers = markers;
    }

    @Override
    public int read(String source, int from, boolean isLast) {
        int at = markers.read(source, from, this);
        if (isLast && !isOver && at < source.length()) {
            text(source, at, source.length());
            at = source.length();
        }
        return at;
    }

    @Override
    public void text(String source, int from, int to) {
        text.append(source, from, to);
        if (source.indexOf('\n', from, to) >= 0 || text.length() > LONGEST) {
            giveBack();
        }
    }

    @Override
    public boolean marker(Marker marker, int at) {
        if (marker.is(Meaning.VALUE_CLOSE)) {
            isOver = true;
        } else if (!marker.is(Meaning.KEY_CLOSE, Meaning.VALUE_OPEN)) {
            giveBack();
            return false;
        }
        return true;
    }

    @Override
    public boolean isOver() {
        return isOver;
    }

    @Override
    public State state() {
        return isOver ? State.DONE : State.WAITS;
    }

    @Override
    public boolean end(boolean isCut) {
        if (!isOver) {
            giveBack();
        }
        return true;
    }

    private void giveBack() {
        isOver = true;
        host.giveBack(text.toString());
    }
}
