package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.filter.ArgumentValueReader.Decision;
import dev.throughline.filter.LiteralMarkers.Marker;
import dev.throughline.filter.LiteralMarkers.Meaning;
import java.util.Optional;

/// Reads a call with keys and values in separate tags, as GLM models write it, and writes it as it arrives.
/// Not XML: values are raw. What models are known to get wrong is repaired, each time with an anomaly; what turns out
/// not to be a call is given back.
final class PairedCall extends CallBody implements LiteralMarkers.Lexemes {
    private final Host host;
    private final CallWriter calls;
    private final AnomalyLog anomalyLog;
    private final DeclaredTools tools;
    private final LiteralMarkers markers;
    private final String opener;
    private final boolean mustDeclare;
    private final StreamedArguments arguments;
    private final CallNameReader name;
    private final JsonBody body;
    private final LayoutWhitespace layoutWhitespace = new LayoutWhitespace();
    private final StringBuilder buffer = new StringBuilder();
    private Part part = Part.NAME;
    private boolean anyTextBetween;
    /// Characters read by earlier readings, with the opener.
    private long before;
    private int from;
    private long markerAt;

    private enum Part {
        NAME,
        KEY,
        /// After a key, before its value.
        GAP,
        VALUE,
        BETWEEN,
        JSON,
        /// A call without a name: all of it is dropped.
        SKIP,
        OVER
    }

    /// @param opener what was read
    /// @param mustDeclare whether only a declared tool makes it a call
    PairedCall(
            Host host,
            CallWriter calls,
            AnomalyLog anomalyLog,
            DeclaredTools tools,
            LiteralMarkers markers,
            String opener,
            boolean mustDeclare) {
        this.host = host;
        this.calls = calls;
        this.anomalyLog = anomalyLog;
        this.tools = tools;
        this.markers = markers;
        this.opener = opener;
        this.mustDeclare = mustDeclare;
        this.arguments = new StreamedArguments(calls, anomalyLog);
        this.name = new CallNameReader(tools);
        this.body = new JsonBody(host, calls, anomalyLog, tools);
        this.before = opener.length();
    }

    @Override
    State state() {
        return isOver() ? State.DONE : State.WAITS;
    }

    @Override
    public boolean isOver() {
        return part == Part.OVER;
    }

    @Override
    long at() {
        return markerAt;
    }

    @Override
    int read(String text, int start, boolean isLast) {
        from = start;
        int at = markers.read(text, start, this);
        if (isLast && !isOver() && at < text.length()) {
            // The beginning of a closer is dropped, but in what may still be reasoning, and in a string.
            boolean isText = part == Part.NAME && mustDeclare || part == Part.JSON && body.inString();
            if (isText || !markers.begins(text.substring(at), Meaning.VALUE_CLOSE, Meaning.CALL_CLOSE)) {
                text(text, at, text.length());
            }
            at = text.length();
        }
        before += at - start;
        return at;
    }

    @Override
    public void text(String source, int start, int to) {
        switch (part) {
            case NAME -> lookAtName(name.read(source, start, to));
            case KEY, GAP -> buffer.append(source, start, to);
            case JSON -> body.append(source, start, to);
            case VALUE -> arguments.value().text(source, start, to);
            case BETWEEN -> anyTextBetween |= layoutWhitespace.skip(source, start, to) < to;
            case SKIP, OVER -> {}
        }
    }

    @Override
    public boolean marker(Marker marker, int at) {
        markerAt = before + at - from;
        return switch (part) {
            case NAME -> nameEnds(marker);
            case KEY -> inKey(marker);
            case GAP -> inGap(marker);
            case VALUE -> decide(arguments.value().marker(marker), marker);
            case BETWEEN -> between(marker);
            case JSON -> inJson(marker);
            case SKIP -> skip(marker);
            case OVER -> false;
        };
    }

    @Override
    boolean end(boolean isCut) {
        switch (part) {
            case OVER, SKIP -> {}
            case NAME -> {
                if (mustDeclare) {
                    giveBack(opener + name.text());
                } else {
                    leaveOut(Kind.UNFINISHED_CALL);
                }
            }
            case JSON -> jsonIsCut(isCut);
            case KEY, GAP, BETWEEN -> {
                anomalyLog.add(isCut ? Kind.UNFINISHED_CALL : Kind.MISSING_CALL_CLOSER, arguments.key());
                calls.end(isCut);
            }
            case VALUE -> endInValue(isCut);
        }
        part = Part.OVER;
        return true;
    }

    private void endInValue(boolean isCut) {
        Optional<Decision> decision = arguments.value().end();
        boolean isOpenValue = decision.isEmpty();
        if (!isOpenValue || !isCut) {
            closeValue();
        }
        boolean isClosedCall = decision.isPresent() && decision.get() instanceof Decision.ClosedWithCall;
        Kind open = isCut || isOpenValue ? Kind.UNFINISHED_CALL : Kind.MISSING_CALL_CLOSER;
        anomalyLog.add(isClosedCall ? Kind.MISSING_VALUE_CLOSER : open, arguments.key());
        calls.end(isCut && !isClosedCall);
    }

    private void lookAtName(CallNameReader.Outlook outlook) {
        if (outlook == CallNameReader.Outlook.NAME) {
            return;
        }
        if (mustDeclare) {
            giveBack(opener + name.text());
        } else if (outlook == CallNameReader.Outlook.JSON) {
            part = Part.JSON;
            body.append(name.text());
        } else {
            dropTag(name.text());
        }
    }

    private boolean nameEnds(Marker marker) {
        boolean isTerminator = marker.is(Meaning.KEY_OPEN, Meaning.CALL_CLOSE);
        String found = name.name();
        if (mustDeclare && !(isTerminator && tools.declares(found))) {
            giveBack(opener + name.text());
            return false;
        }
        if (!isTerminator && repairs(marker, found)) {
            return true;
        }
        if (!isTerminator || found.isEmpty() && !CallName.trim(name.text()).isEmpty()) {
            dropTag(name.text());
            return false;
        }
        if (found.isEmpty()) {
            leaveOut(Kind.EMPTY_CALL);
            part = marker.is(Meaning.KEY_OPEN) ? Part.SKIP : Part.OVER;
            return true;
        }
        if (begins(found) && marker.is(Meaning.CALL_CLOSE)) {
            finish();
        } else if (!isOver()) {
            start(Part.KEY);
        }
        return true;
    }

    /// Treats a closer after a declared name as superfluous, or as that of a key whose opener is missing.
    private boolean repairs(Marker marker, String found) {
        if (!marker.is(Meaning.KEY_CLOSE, Meaning.VALUE_CLOSE, Meaning.VALUE_OPEN)) {
            return false;
        }
        if (!marker.is(Meaning.VALUE_OPEN) && tools.declares(found)) {
            if (begins(found)) {
                anomalyLog.add(Kind.ORPHAN_CLOSER, "");
                startBetween();
            }
            return true;
        }
        Optional<DeclaredTools.BareKey> bare =
                marker.is(Meaning.VALUE_CLOSE) ? Optional.empty() : tools.bareKey(name.text());
        bare.filter(key -> begins(key.name())).ifPresent(key -> {
            anomalyLog.add(Kind.MISSING_KEY_OPENER, key.key());
            arguments.key(key.key());
            if (marker.is(Meaning.VALUE_OPEN)) {
                openValue();
            } else {
                start(Part.GAP);
            }
        });
        return bare.isPresent();
    }

    private boolean skip(Marker marker) {
        boolean isBehind = marker.is(Meaning.CALL_OPEN, Meaning.TURN);
        if (isBehind || marker.is(Meaning.CALL_CLOSE)) {
            part = Part.OVER;
        }
        return !isBehind;
    }

    /// Begins the call, unless there may be no more.
    private boolean begins(String found) {
        arguments.begin(tools.schema(found));
        if (!host.begin(found)) {
            part = Part.OVER;
        }
        return !isOver();
    }

    private boolean inKey(Marker marker) {
        boolean isOpen = marker.is(Meaning.VALUE_OPEN);
        if (!isOpen && !marker.is(Meaning.KEY_CLOSE)) {
            anomalyLog.add(Kind.MISSING_VALUE, "");
            startBetween();
            return between(marker);
        }
        arguments.key(CallName.trim(buffer));
        if (isOpen) {
            anomalyLog.add(Kind.MISSING_KEY_CLOSER, "");
            openValue();
        } else {
            start(Part.GAP);
        }
        return true;
    }

    private void start(Part next) {
        buffer.setLength(0);
        part = next;
    }

    private boolean inGap(Marker marker) {
        String between = CallName.trim(buffer);
        switch (marker.meaning()) {
            case VALUE_OPEN -> {
                if (!between.isEmpty()) {
                    anomalyLog.add(Kind.TEXT_IN_CALL, arguments.key());
                }
                openValue();
            }
            case VALUE_CLOSE -> {
                anomalyLog.add(Kind.MISSING_VALUE_OPENER, arguments.key());
                arguments.put(between);
                startBetween();
            }
            default -> {
                anomalyLog.add(Kind.MISSING_VALUE, arguments.key());
                if (!between.isEmpty()) {
                    arguments.put(between);
                }
                startBetween();
                return between(marker);
            }
        }
        return true;
    }

    private void startBetween() {
        part = Part.BETWEEN;
        layoutWhitespace.reset();
        anyTextBetween = false;
    }

    private boolean between(Marker marker) {
        if (anyTextBetween || !layoutWhitespace.isWhole()) {
            anomalyLog.add(Kind.TEXT_IN_CALL, arguments.key());
        }
        switch (marker.meaning()) {
            case KEY_OPEN -> start(Part.KEY);
            case CALL_CLOSE -> finish();
            case KEY_CLOSE, VALUE_OPEN, VALUE_CLOSE -> {
                anomalyLog.add(Kind.ORPHAN_CLOSER, arguments.key());
                startBetween();
            }
            case DROPPED -> startBetween();
            case REASONING_OPEN, REASONING_CLOSE, CALL_OPEN, TURN -> {
                anomalyLog.add(Kind.MISSING_CALL_CLOSER, arguments.key());
                finish();
                return false;
            }
        }
        return true;
    }

    private boolean decide(Decision decision, Marker marker) {
        switch (decision) {
            case Decision.Stays _ -> {}
            case Decision.Closed _ -> {
                closeValue();
                return between(marker);
            }
            case Decision.ClosedWithCall _ -> {
                anomalyLog.add(Kind.MISSING_VALUE_CLOSER, arguments.key());
                closeValue();
                finish();
                return false;
            }
            case Decision.NextValue(String next, Kind missing) -> {
                anomalyLog.add(missing, arguments.key());
                closeValue();
                arguments.key(next);
                openValue();
            }
        }
        return true;
    }

    private void openValue() {
        part = Part.VALUE;
        arguments.open();
    }

    private void closeValue() {
        arguments.close();
        startBetween();
    }

    private void finish() {
        calls.end(false);
        part = Part.OVER;
    }

    private boolean inJson(Marker marker) {
        if (body.inString() || !marker.is(Meaning.CALL_CLOSE, Meaning.CALL_OPEN, Meaning.TURN)) {
            body.append(marker.text());
            return true;
        }
        boolean isClosed = marker.is(Meaning.CALL_CLOSE);
        if (!body.writesCall()) {
            dropTag(body.text());
        } else if (!isClosed) {
            anomalyLog.add(Kind.MISSING_CALL_CLOSER, "");
        }
        part = Part.OVER;
        return isClosed;
    }

    private void jsonIsCut(boolean isCut) {
        if (body.writesCall()) {
            anomalyLog.add(Kind.MISSING_CALL_CLOSER, "");
            return;
        }
        leaveOut(Kind.UNFINISHED_CALL);
        if (isCut) {
            body.writePart();
        }
    }

    /// Nothing of the call is passed on.
    private void leaveOut(Kind kind) {
        anomalyLog.add(kind, "");
        host.giveBack("");
    }

    /// Only the tag is dropped: what follows it is text.
    private void dropTag(String text) {
        anomalyLog.add(Kind.STRAY_OPENER, "");
        giveBack(text);
    }

    private void giveBack(String text) {
        part = Part.OVER;
        host.giveBack(text);
    }
}
