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
import java.util.function.Consumer;
import java.util.regex.Matcher;

/// Turns the output of a model of any described family into reasoning, text and calls.
///
/// Guarantees: the same events, after joining adjacent deltas, however the text is split; work linear in the text; a
/// delta without markers is the same instance. Outside calls less than a marker with its name is held back. A call is
/// held back for its first characters, or up to its end if it is shorter: what turns out not to be one by then stays
/// the text that it was. In Markdown code markers are text. After `isTurnOver` the caller cancels the backend and
/// sends `Finish`.
public final class FamilyFilter implements AnswerFilter {
    private final FilterSettings settings;
    private final FamilyMarkers markers;
    private final DeclaredTools tools;
    private final FilterOutput out = new FilterOutput();
    private final VisibleText visible;
    private final CallWriter calls;
    private final AdoptedCalls adopted;
    private final StopMarkerGuard guard;
    private final AnomalyLog anomalyLog;
    private final ReasoningEvidenceCollector observation = new ReasoningEvidenceCollector();
    private final RuleFinder finder;
    private final StringBuilder blank = new StringBuilder();
    private final TextCursor cursor = new TextCursor();
    private final CallWindow window;
    /// Number of the open reasoning; -1 in content.
    private int pair = -1;
    private boolean isField;
    private boolean anyReasoning;
    private boolean isAfterCall;
    private boolean isInSection;
    private boolean isRegularEnd;
    private Optional<Usage> usage = Optional.empty();

    public FamilyFilter(FilterSettings settings, FamilyMarkers markers) {
        this.settings = settings;
        this.markers = markers;
        this.tools = new DeclaredTools(settings.tools());
        this.visible = new VisibleText(out, settings.extracts());
        this.calls = new CallWriter(settings.callIds(), out);
        this.adopted = new AdoptedCalls(calls, out);
        this.guard = new StopMarkerGuard(settings.maxCalls());
        this.anomalyLog = new AnomalyLog(this::position);
        var here = new Here();
        this.finder = new RuleFinder(markers.rules(), tools, here);
        this.window = new CallWindow(cursor, out, calls, tools, visible, anomalyLog, here);
        if (settings.opening() == ReasoningOpening.PROMPT) {
            startInReasoning();
        }
    }

    @Override
    public Optional<ReasoningStartDetector> startDetector() {
        boolean isUsual = markers.family().reasoning().stream()
                .anyMatch(each -> each.close().contains("</think>"));
        return settings.opening().isKnown() || !isUsual
                ? Optional.empty()
                : Optional.of(new ReasoningStartDetector(settings.tools().keySet(), settings.opening()));
    }

    @Override
    public void startInReasoning() {
        if (!markers.family().reasoning().isEmpty()) {
            pair = 0;
            observation.startInReasoning();
        }
    }

    @Override
    public List<Anomaly> anomalies() {
        return anomalyLog.list();
    }

    @Override
    public boolean isTurnOver() {
        return guard.isOver();
    }

    @Override
    public boolean mayStillPass() {
        return !window.isOpen() && !guard.isEnded();
    }

    @Override
    public ReasoningEvidence reasoningEvidence() {
        return observation.evidence(isRegularEnd);
    }

    @Override
    public void on(StreamEvent event, Consumer<StreamEvent> target) {
        out.begin(event, target);
        switch (event) {
            case TextDelta(String text) -> read(text, false);
            case ReasoningDelta(String text) -> read(text, true);
            case ToolCallStart start -> adopt(start);
            case ToolCallArgs args -> {
                if (!adopted.args(args)) {
                    guard.leaveOut(args.fragment());
                }
            }
            case ToolCallEnd end -> adopted.end(end);
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
        isField = false;
        if (!guard.isEnded()) {
            pass.run();
        }
    }

    /// A call that the backend itself has parsed.
    private void adopt(ToolCallStart start) {
        settle(false);
        isField = false;
        visible.flush();
        pair = -1;
        observation.call();
        if (mayCall()) {
            adopted.start(start);
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

    private void read(String text, boolean isReasoning) {
        if (isReasoning != isField) {
            settle(false);
            visible.flushBehindText();
            isField = isReasoning;
            pair = -1;
            anyReasoning = false;
        }
        if (isReasoning) {
            observation.field();
        }
        feed(text);
    }

    private boolean inReasoning() {
        return isField || pair >= 0;
    }

    private void feed(String text) {
        cursor.append(text);
        boolean goesOn = true;
        while (goesOn && !cursor.isOver()) {
            if (guard.isEnded()) {
                guard.leaveOut(cursor.source, cursor.at, cursor.source.length());
                cursor.at = cursor.source.length();
            } else if (window.isOpen()) {
                goesOn = window.read();
                isAfterCall = !window.isOpen() && !window.wasText();
            } else {
                goesOn = outside();
            }
        }
        cursor.trim();
    }

    /// @return whether it can go on without more text
    private boolean outside() {
        String source = cursor.source;
        for (int scan = cursor.start(); scan < source.length(); scan++) {
            if (!markers.mayBegin(source.charAt(scan))) {
                continue;
            }
            int found = finder.find(source, scan, cursor.isEnd);
            if (found == RuleFinder.NONE || found == RuleFinder.UNFINISHED && inReasoning()) {
                continue;
            }
            plain(source, cursor.at, scan);
            cursor.at = scan;
            if (!inReasoning() && visible.isInCode()) {
                continue;
            }
            if (found == RuleFinder.UNDECIDED) {
                return false;
            }
            if (found == RuleFinder.UNFINISHED) {
                visible.touch();
                anomalyLog.add(Kind.UNFINISHED_CALL, "");
                cursor.at = source.length();
                return true;
            }
            take(markers.rules().get(found), finder.matcher(found));
            return true;
        }
        plain(source, cursor.at, source.length());
        cursor.at = source.length();
        return true;
    }

    private boolean counts(Rule rule) {
        boolean isText = isField || !visible.isEmpty() && (settings.hasReasoningField() || observation.hasField());
        return switch (rule.kind()) {
            case CALL ->
                settings.extracts()
                        && !(inReasoning() && rule.form().orElseThrow().form().bare());
            case REASONING_OPEN ->
                !isText
                        && (pair < 0
                                ? !rule.isAtStart() || visible.isEmpty() && !observation.hasOpener()
                                : pair == rule.pair() && !anyReasoning);
            case REASONING_CLOSE -> !isText && (pair < 0 ? !rule.isAtStart() : pair == rule.pair());
            case TURN, DROPPED -> !inReasoning();
            case EMPTY_CALL -> !inReasoning() && settings.extracts();
            case CALL_CLOSE -> isAfterCall;
        };
    }

    private boolean mustDeclare(FormMarkers form, Matcher matcher) {
        boolean isLoose = !form.form().section().isEmpty() && matcher.group("section") == null && !isInSection;
        return inReasoning() || form.form().bare() || form.form().ordinary() || isLoose;
    }

    private void plain(String text, int from, int to) {
        if (from == to) {
            return;
        }
        isAfterCall = isAfterCall && isBlank(text, from, to);
        isInSection = isInSection && isAfterCall;
        if (!inReasoning()) {
            observation.text(text, from, to);
            visible.text(text, from, to);
            return;
        }
        if (!anyReasoning && isBlank(text, from, to)) {
            blank.append(text, from, to);
            return;
        }
        anyReasoning = true;
        String part = text.substring(from, to);
        out.reasoning(blank.isEmpty() ? part : blank + part);
        blank.setLength(0);
    }

    private static boolean isBlank(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!Character.isWhitespace(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    private void take(Rule rule, Matcher matcher) {
        int end = matcher.end();
        switch (rule.kind()) {
            case CALL -> {
                FormMarkers form = rule.form().orElseThrow();
                boolean mustDeclare = mustDeclare(form, matcher);
                isInSection |= !form.form().section().isEmpty() && matcher.group("section") != null;
                String name = FamilyMarkers.isNamed(form.form()) ? finder.name(form, matcher.group("name")) : "";
                window.open(new OpenCall(form, mustDeclare, calls.count()), name, matcher);
                isAfterCall = !window.isOpen() && !window.wasText();
                return;
            }
            case REASONING_OPEN -> {
                if (pair < 0) {
                    observation.opener();
                    visible.touch();
                    anyReasoning = false;
                    blank.setLength(0);
                }
                pair = rule.pair();
            }
            case REASONING_CLOSE -> {
                if (pair < 0) {
                    anomalyLog.add(Kind.ORPHAN_CLOSER, "");
                    observation.unpairedCloser();
                } else {
                    observation.closed();
                }
                pair = -1;
                visible.touch();
            }
            case TURN -> {
                visible.touch();
                guard.roleMarker(cursor.position());
            }
            case EMPTY_CALL -> {
                anomalyLog.add(Kind.EMPTY_CALL, "");
                visible.touch();
            }
            case DROPPED, CALL_CLOSE -> visible.touch();
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
        isAfterCall = false;
    }

    private void finish(Finish finish) {
        boolean isCut = finish.reason() == FinishReason.LENGTH || finish.reason() == FinishReason.CONTENT_FILTER;
        settle(isCut);
        Finish said = guard.isOver() ? new Finish(FinishReason.STOP) : finish;
        isRegularEnd = said.reason() == FinishReason.STOP;
        end(isCut);
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

    /// What surrounds the current position.
    private final class Here implements RuleFinder.Place, CallWindow.Place {
        @Override
        public boolean inReasoning() {
            return FamilyFilter.this.inReasoning();
        }

        @Override
        public boolean mayCall() {
            return FamilyFilter.this.mayCall();
        }

        @Override
        public void callBegins() {
            pair = -1;
            observation.call();
        }

        @Override
        public boolean counts(Rule rule) {
            return FamilyFilter.this.counts(rule);
        }

        @Override
        public boolean mustDeclare(FormMarkers form, Matcher matcher) {
            return FamilyFilter.this.mustDeclare(form, matcher);
        }
    }
}
