package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.filter.FamilyMarkers.FormMarkers;
import dev.throughline.filter.LiteralMarkers.Marker;
import dev.throughline.filter.LiteralMarkers.Meaning;
import dev.throughline.filter.OpenCall.UnreadableCall;
import dev.throughline.stream.StreamEvent;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;

/// Reads calls behind their openers. What it writes is held back as long as the call may still be text; then it
/// passes as it comes.
final class CallWindow {
    private final TextCursor cursor;
    private final FilterOutput out;
    private final CallWriter calls;
    private final DeclaredTools tools;
    private final VisibleText visible;
    private final AnomalyLog anomalyLog;
    private final Place place;
    private Optional<OpenCall> open = Optional.empty();
    private boolean wasText;

    /// The surroundings of the calls.
    interface Place {
        boolean inReasoning();

        /// Whether one more call may begin.
        boolean mayCall();

        /// A call definitely begins.
        void callBegins();

        /// This is text where a call seemed to begin.
        void giveBack(String text);
    }

    CallWindow(
            TextCursor cursor,
            FilterOutput out,
            CallWriter calls,
            DeclaredTools tools,
            VisibleText visible,
            AnomalyLog anomalyLog,
            Place place) {
        this.cursor = cursor;
        this.out = out;
        this.calls = calls;
        this.tools = tools;
        this.visible = visible;
        this.anomalyLog = anomalyLog;
        this.place = place;
    }

    boolean isOpen() {
        return open.isPresent();
    }

    /// Where the opener of the open one begins, or a later marker of it.
    long position() {
        OpenCall call = open.orElseThrow();
        return call.position + call.body.at();
    }

    /// Whether the last one turned out to be text.
    boolean wasText() {
        return wasText;
    }

    /// Begins behind an opener.
    /// @param name in the opener; empty for none
    void open(OpenCall call, String name, Matcher opener) {
        var host = new Host(call);
        FormMarkers form = call.form;
        wasText = false;
        out.hold();
        call.raw.append(cursor.source, cursor.at, opener.end());
        call.opener = call.raw.length();
        call.position = cursor.position();
        cursor.at = opener.end();
        open = Optional.of(call);
        Family.Style style = form.form().style();
        if (style == Family.Style.PAIRED) {
            out.takeHeld();
            call.isCertain = true;
            call.body = opener.group().equals(form.form().parameter().getFirst())
                    ? new OrphanPair(host, form.literals())
                    : new PairedCall(host, calls, anomalyLog, tools, form.literals(), opener.group(), call.mustDeclare);
            return;
        }
        if (name.isEmpty() || style == Family.Style.NAMED) {
            call.body = new JsonCalls(host, calls, name, style == Family.Style.KEYED, call.needsListEnd());
            return;
        }
        if (!host.begin(name)) {
            giveBack(call);
            return;
        }
        call.body = switch (style) {
            case GEMMA ->
                new GemmaCall(calls, Optional.ofNullable(form.form().quote()).orElse("\""), form.close());
            case PYTHON -> new PythonCalls(host, calls);
            default -> new TaggedCall(host, calls, anomalyLog, form, tools.schema(name));
        };
        boolean isEmpty = opener.pattern().namedGroups().containsKey("empty") && opener.group("empty") != null;
        if (isEmpty) {
            calls.end(false);
            release(call);
            open = Optional.empty();
        }
    }

    /// @return whether it can go on without more text
    boolean read() {
        OpenCall call = open.orElseThrow();
        int from = cursor.at;
        cursor.at = call.body.read(cursor.source, from, cursor.isEnd);
        if (!call.isCertain) {
            call.raw.append(cursor.source, from, cursor.at);
        }
        switch (call.body.state()) {
            case WAITS -> {
                if (call.isPastDoubt()) {
                    release(call);
                }
                return false;
            }
            case ENDED -> {
                if (!call.form.form().bare() && (!call.needsListEnd() || call.isPastDoubt())) {
                    release(call);
                    call.again();
                    out.hold();
                }
            }
            case DONE -> {
                release(call);
                open = Optional.empty();
            }
            case FAILED -> failed(call);
        }
        return true;
    }

    private void failed(OpenCall call) {
        if (!call.isCertain && !call.isPastDoubt()) {
            giveBack(call);
            return;
        }
        release(call);
        anomalyLog.add(Kind.UNREADABLE_CALL, "");
        call.body.end(true);
        call.body = new UnreadableCall(call.form);
    }

    /// Returns what has been read of it as text.
    private void giveBack(OpenCall call) {
        out.takeHeld();
        calls.forget(call.countBefore);
        wasText = true;
        if (call.isBegun || !call.form.form().bare()) {
            anomalyLog.add(Kind.UNREADABLE_CALL, "");
        }
        open = Optional.empty();
        cursor.back(call.raw);
    }

    private void release(OpenCall call) {
        if (call.isCertain) {
            return;
        }
        call.isCertain = true;
        List<StreamEvent> events = out.takeHeld();
        if (events.isEmpty()) {
            return;
        }
        begins("");
        events.forEach(out::event);
        call.countBefore = calls.count();
        call.isBegun = false;
    }

    private void begins(String name) {
        if (place.inReasoning()) {
            anomalyLog.add(Kind.CALL_IN_REASONING, name);
        }
        place.callBegins();
        visible.touch();
    }

    /// The answer has ended, or something of another kind follows. What is left of the text is a piece of the call.
    void end(boolean isCut) {
        OpenCall call = open.orElseThrow();
        cursor.drop();
        boolean isWhole = call.body.end(isCut);
        boolean isShown = isWhole
                || call.isCertain
                || isCut && call.isBegun && !call.form.form().bare();
        if (!isShown && (call.form.form().bare() || place.inReasoning())) {
            giveBack(call);
            return;
        }
        if (!isWhole) {
            anomalyLog.add(Kind.UNFINISHED_CALL, "");
        }
        if (isShown) {
            release(call);
        } else {
            out.takeHeld();
            calls.forget(call.countBefore);
            visible.touch();
        }
        open = Optional.empty();
    }

    /// The services that a body needs.
    private final class Host implements CallBody.Host {
        private final OpenCall call;

        Host(OpenCall call) {
            this.call = call;
        }

        @Override
        public boolean begin(String name) {
            boolean isDeclared = tools.declares(name);
            if (call.mustDeclare && !isDeclared || !place.mayCall()) {
                return false;
            }
            if (call.isCertain) {
                begins(name);
            }
            if (calls.isForbidden()) {
                anomalyLog.add(Kind.FORBIDDEN_CALL, name);
            }
            if (!isDeclared) {
                anomalyLog.add(Kind.UNDECLARED_TOOL, name);
            }
            call.isBegun = true;
            calls.begin(name);
            return true;
        }

        @Override
        public boolean leavesOut() {
            boolean isLeftOut = !call.isOrdinary() && !place.inReasoning();
            if (isLeftOut) {
                anomalyLog.add(Kind.EMPTY_CALL, "");
                visible.touch();
            }
            return isLeftOut;
        }

        @Override
        public void giveBack(String text) {
            place.giveBack(text);
        }

        @Override
        public void space(String text) {
            visible.touch();
            visible.text(text, 0, text.length());
        }
    }

    /// Reads argument tags outside a call. A whole pair on one line is dropped; otherwise only the tags are.
    private static final class OrphanPair extends CallBody implements LiteralMarkers.Lexemes {
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
        int read(String source, int from, boolean isLast) {
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
        State state() {
            return isOver ? State.DONE : State.WAITS;
        }

        @Override
        boolean end(boolean isCut) {
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
}
