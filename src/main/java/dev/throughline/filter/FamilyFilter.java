package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.filter.FamilyMarkers.FormMarkers;
import dev.throughline.filter.FamilyMarkers.Rule;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns the output of a model of any described family into reasoning, text and calls.
///
/// Guarantees: the same events, after joining adjacent deltas, however the text is split; work linear in the text; a
/// delta without markers is the same instance. Outside calls less than a marker with its name is held back; a call for
/// its first characters, or up to its end if it is shorter: what turns out not to be one stays the text that it was. A
/// call in paired tags is held back up to the end of its name; stray tags are left out. In Markdown code markers are
/// text. After `isTurnOver` the caller cancels the backend and sends `Finish`. For one answer; not thread-safe.
public final class FamilyFilter {
    private static final Pattern NO_OPENER = Pattern.compile("");

    private final FilterSettings settings;
    private final FamilyMarkers markers;
    private final DeclaredTools tools;
    private final FilterOutput out = new FilterOutput();
    private final VisibleText visible;
    private final CallWriter calls;
    private final StopMarkerGuard guard;
    private final AnomalyLog anomalyLog;
    private final ReasoningEvidenceCollector observation = new ReasoningEvidenceCollector();
    private final StreamMarkerFinder finder;
    private final TextCursor cursor = new TextCursor();
    private final CallWindow window;
    private final AnswerText text;
    private final MarkerPlace place;
    private final BareNames bare;
    private char last;
    private boolean isRegularEnd;
    private Optional<Usage> usage = Optional.empty();

    public FamilyFilter(FilterSettings given, FamilyMarkers markers) {
        this.settings = markers.isPaired() ? given : given.withoutForbidden();
        this.markers = markers;
        this.tools = new DeclaredTools(settings.tools());
        this.visible = new VisibleText(out, settings.extracts());
        this.calls = new CallWriter(settings.callIds(), out, settings.forbidsCalls());
        this.guard = new StopMarkerGuard(settings.maxCalls());
        this.anomalyLog = new AnomalyLog(this::position);
        this.text = new AnswerText(settings, markers, out, visible, anomalyLog, observation);
        this.place = new MarkerPlace(settings, markers, text, visible);
        this.bare = new BareNames(markers.isPaired() ? settings.tools().keySet() : Set.of());
        var here = new Here();
        this.finder = new StreamMarkerFinder(markers, tools, place);
        this.window = new CallWindow(cursor, out, calls, tools, visible, anomalyLog, here);
        if (settings.opening() == ReasoningOpening.PROMPT) {
            startInReasoning();
        }
    }

    /// Detects from the answer who opens its reasoning, if the settings do not say; may be requested once.
    public Optional<ReasoningStartDetector> startDetector() {
        boolean isUsual = markers.family().reasoning().stream()
                .anyMatch(each -> each.close().contains("</think>"));
        return settings.opening().isKnown() || !isUsual
                ? Optional.empty()
                : Optional.of(new ReasoningStartDetector(settings.tools().keySet(), settings.opening(), markers));
    }

    /// The prompt has opened the reasoning; call before the first event only.
    public void startInReasoning() {
        if (!markers.family().reasoning().isEmpty()) {
            text.startInReasoning();
        }
    }

    /// Sets what was detected about the answer as a whole; call before the first event only.
    public void startAs(ReasoningStartDetector start) {
        if (start.found() == ReasoningOpening.PROMPT) {
            startInReasoning();
        } else {
            text.startAs(start);
        }
    }

    /// Repairs and omissions so far; the first 100.
    public List<Anomaly> anomalies() {
        return anomalyLog.list();
    }

    /// Whether the turn is over although the backend continues. Only its usage and its end are passed on then.
    public boolean isTurnOver() {
        return guard.isOver();
    }

    /// Whether text that is held back may still pass as it was read: it is in no call.
    public boolean mayStillPass() {
        return !window.isOpen() && !guard.isEnded();
    }

    /// The evidence in the answer of where its model puts reasoning; valid after its end.
    public ReasoningEvidence reasoningEvidence() {
        return observation.evidence(isRegularEnd);
    }

    /// Reads the next event and passes on what is decided.
    public void on(StreamEvent event, Consumer<StreamEvent> target) {
        out.begin(event, target);
        switch (event) {
            case TextDelta(String more) -> read(more, false);
            case ReasoningDelta(String more) -> read(more, true);
            case ToolCallStart start -> adopt(start);
            case ToolCallArgs args -> {
                if (!calls.adopt(args)) {
                    guard.leaveOut(args.fragment());
                }
            }
            case ToolCallEnd end -> calls.adopt(end);
            case Usage counted -> usage = Optional.of(counted);
            case Finish finish -> finish(finish);
            case StreamEvent.Failure _ -> {
                end(true);
                out.event(event);
            }
            case StreamEvent.Start _ -> out.event(event);
            case StreamEvent.ReasoningSignature _ -> settled(() -> out.proof(event));
            case StreamEvent.RedactedReasoning _ -> settled(() -> out.event(event));
        }
    }

    private void settled(Runnable pass) {
        settle(false);
        visible.flushBehindText();
        text.field(false);
        if (!guard.isEnded()) {
            pass.run();
        }
    }

    /// A call that the backend itself has parsed.
    private void adopt(ToolCallStart start) {
        settle(false);
        text.field(false);
        visible.flush();
        if (!markers.isPaired()) {
            text.leave();
        }
        observation.call();
        if (mayCall()) {
            calls.adopt(start);
        }
    }

    /// Where the marker that is being read begins.
    private long position() {
        return window.isOpen() ? window.position() : cursor.position();
    }

    private boolean mayCall() {
        boolean hasEnded = guard.isEnded();
        boolean isAllowed = guard.allowsCall(calls.count());
        if (!isAllowed && !hasEnded) {
            visible.touch();
            anomalyLog.add(Kind.TOO_MANY_CALLS, Integer.toString(calls.count()));
        }
        return isAllowed;
    }

    private void read(String more, boolean isReasoning) {
        if (isReasoning != text.isField()) {
            settle(false);
            visible.flushBehindText();
            text.field(isReasoning);
            text.leave();
        }
        if (isReasoning) {
            observation.field();
        }
        if (cursor.isOver()
                && mayStillPass()
                && finder.next(more, 0) == more.length()
                && held(more, 0) == more.length()) {
            plain(more, 0, more.length());
            cursor.pass(more.length());
        } else {
            feed(more);
        }
    }

    private void feed(String more) {
        cursor.append(more);
        boolean goesOn = true;
        while (goesOn && !cursor.isOver()) {
            if (guard.isEnded()) {
                guard.leaveOut(cursor.source, cursor.at, cursor.source.length());
                cursor.at = cursor.source.length();
            } else if (window.isOpen()) {
                goesOn = window.read();
                place.isAfterCall = !window.isOpen() && !window.wasText();
            } else {
                goesOn = outside();
            }
        }
        cursor.trim();
    }

    /// @return whether it can go on without more text
    private boolean outside() {
        String source = cursor.source;
        int scan = finder.next(source, cursor.start());
        while (scan < source.length()) {
            int found = finder.find(source, scan, cursor.isEnd);
            if (found == StreamMarkerFinder.NONE || found == StreamMarkerFinder.UNFINISHED && text.inReasoning()) {
                scan = finder.next(source, scan + 1);
                continue;
            }
            if (scan > cursor.at) {
                int name = place.mayLackOpener(found) ? bare.ending(source, cursor.at, scan, last) : scan;
                if (name > cursor.at || visible.isInCode()) {
                    // What counts here may depend on the text before.
                    int to = name > cursor.at ? name : scan;
                    plain(source, cursor.at, to);
                    cursor.at = to;
                    continue;
                }
                if (found != StreamMarkerFinder.UNDECIDED) {
                    openWithoutOpener(markers.rules().get(found));
                }
                return found != StreamMarkerFinder.UNDECIDED;
            }
            if (!text.inReasoning() && visible.isInCode()) {
                if (isHeldInCode(source, scan)) {
                    return false;
                }
                scan = finder.next(source, Math.max(scan + 1, cursor.at));
                continue;
            }
            if (found == StreamMarkerFinder.UNDECIDED) {
                return false;
            }
            if (found == StreamMarkerFinder.UNFINISHED) {
                visible.touch();
                anomalyLog.add(Kind.UNFINISHED_CALL, "");
                cursor.at = source.length();
                return true;
            }
            take(markers.rules().get(found), finder.matcher(found));
            return true;
        }
        int to = cursor.isEnd ? source.length() : held(source, cursor.at);
        plain(source, cursor.at, to);
        cursor.at = to;
        return cursor.isOver();
    }

    /// Where the end of a text begins that may turn out to be the name of a call.
    private int held(String source, int from) {
        return place.extracts() ? bare.beginning(source, from, last) : source.length();
    }

    private void openWithoutOpener(Rule key) {
        anomalyLog.add(Kind.MISSING_CALL_OPENER, "");
        Matcher opener = NO_OPENER.matcher(cursor.source).region(cursor.at, cursor.source.length());
        opener.lookingAt();
        window.open(new OpenCall(key.form().orElseThrow(), true, calls.count()), "", opener);
        place.isAfterCall = !window.isOpen() && !window.wasText();
    }

    /// A closer in code is text, but may say that reasoning has ended: evidence of where the model puts it.
    /// @return whether more text decides whether it is one
    private boolean isHeldInCode(String source, int scan) {
        place.isCode = true;
        int found = finder.find(source, scan, cursor.isEnd);
        place.isCode = false;
        if (found >= 0) {
            observation.unpairedCloser();
            cursor.at = finder.matcher(found).end();
            visible.text(source, scan, cursor.at);
        }
        return found == StreamMarkerFinder.UNDECIDED;
    }

    private void plain(String source, int from, int to) {
        if (from < to) {
            place.isAfterCall = place.isAfterCall && AnswerText.isBlank(source, from, to);
            place.isInSection = place.isInSection && place.isAfterCall;
            last = source.charAt(to - 1);
            text.text(source, from, to);
        }
    }

    private void take(Rule rule, Matcher matcher) {
        int end = matcher.end();
        last = ' ';
        switch (rule.kind()) {
            case CALL -> {
                FormMarkers form = rule.form().orElseThrow();
                boolean mustDeclare = place.mustDeclare(form, matcher);
                place.isInSection |= !form.form().section().isEmpty() && matcher.group("section") != null;
                String name = FamilyMarkers.isNamed(form.form()) ? finder.name(form, matcher.group("name")) : "";
                window.open(new OpenCall(form, mustDeclare, calls.count()), name, matcher);
                place.isAfterCall = !window.isOpen() && !window.wasText();
                return;
            }
            case REASONING_OPEN, REASONING_CLOSE -> text.marker(rule, cursor.source, cursor.at, end);
            case TURN -> {
                visible.touch();
                guard.roleMarker(cursor.position());
            }
            case EMPTY_CALL -> {
                anomalyLog.add(Kind.EMPTY_CALL, "");
                visible.touch();
            }
            case ORPHAN -> anomalyLog.add(Kind.ORPHAN_CLOSER, matcher.group());
            case ORPHAN_PAIR -> {
                anomalyLog.add(Kind.ORPHAN_PAIR, "");
                window.open(new OpenCall(rule.form().orElseThrow(), false, calls.count()), "", matcher);
                return;
            }
            case DROPPED, CALL_CLOSE -> {
                if (!markers.isPaired()) {
                    visible.touch();
                }
            }
        }
        cursor.at = end;
    }

    /// Resolves everything that is held back, because something of another kind follows.
    private void settle(boolean isCut) {
        cursor.isEnd = true;
        do {
            feed("");
            if (window.isOpen()) {
                window.end(isCut);
            }
        } while (!cursor.isOver());
        cursor.isEnd = false;
        place.isAfterCall = false;
    }

    private void finish(Finish finish) {
        Finish given = settings.corrected(finish, usage, calls.count(), place.isAfterCall);
        settle(given.reason().isCut());
        Finish said = guard.isOver() ? new Finish(FinishReason.STOP) : given;
        isRegularEnd = said.reason() == FinishReason.STOP;
        if (isRegularEnd && calls.count() == 0 && markers.family().unclosed()) {
            text.answerUnclosed();
        }
        end(given.reason().isCut());
        out.event(isRegularEnd && calls.count() > 0 ? new Finish(FinishReason.TOOL_CALLS) : said);
    }

    private void end(boolean isCut) {
        settle(isCut);
        visible.end();
        if (guard.left() > 0) {
            anomalyLog.add(Kind.TURN_CONTINUED, guard.endedAt(), Long.toString(guard.left()));
        }
        usage.ifPresent(out::event);
    }

    /// The surroundings of the current position.
    private final class Here implements CallWindow.Place {
        @Override
        public boolean inReasoning() {
            return text.inReasoning();
        }

        @Override
        public boolean mayCall() {
            return FamilyFilter.this.mayCall();
        }

        @Override
        public void callBegins() {
            text.leave();
            observation.call();
        }

        @Override
        public void giveBack(String part) {
            if (!text.inReasoning()) {
                visible.touch();
            }
            plain(part, 0, part.length());
        }
    }
}
