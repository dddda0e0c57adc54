package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Turns the output of a GLM model into reasoning, text and calls: one incremental state machine for
/// streams and whole bodies.
///
/// Guarantees: the same events, after joining adjacent deltas, however the text is split; work linear in
/// the text; a delta that passes unchanged is the same instance, alone. After `isTurnOver` the caller
/// cancels the backend and sends `Finish`.
public final class GlmFilter implements AnswerFilter {
    private enum Field {
        CONTENT,
        REASONING
    }

    private final FilterSettings settings;
    private final FilterOutput out = new FilterOutput();
    private final GlmMarkerScanner scanner = new GlmMarkerScanner();
    private final GlmMarkerScanner.Lexemes lexemes = new Reading();
    private final AnomalyLog anomalyLog = new AnomalyLog(scanner::markerAt);
    private final VisibleText visible;
    private final OrphanArgumentMarkup orphan = new OrphanArgumentMarkup();
    private final ReasoningSplitter splitter = new ReasoningSplitter();
    private final StopMarkerGuard guard;
    private final CallWriter calls;
    private final ToolCallExtractor extractor;
    private final AdoptedCalls adopted;
    /// The field of the backend's text; text in its reasoning field is reasoning.
    private Field field = Field.CONTENT;
    private boolean anyInField;
    private final ReasoningEvidenceCollector observation = new ReasoningEvidenceCollector();
    private boolean isTalkOnly;
    private boolean keepsClosers;
    private boolean isRegularEnd;
    private Optional<Usage> usage = Optional.empty();

    public GlmFilter(FilterSettings settings) {
        this.settings = settings;
        this.visible = new VisibleText(out, settings.extracts());
        this.guard = new StopMarkerGuard(settings.maxCalls());
        this.calls = new CallWriter(settings.callIds(), out);
        this.adopted = new AdoptedCalls(calls, out);
        this.extractor = new ToolCallExtractor(settings.tools(), calls, anomalyLog, new Context());
        if (settings.opening() == ReasoningOpening.PROMPT) {
            startInReasoning();
        }
    }

    @Override
    public Optional<ReasoningStartDetector> startDetector() {
        return settings.opening().isKnown()
                ? Optional.empty()
                : Optional.of(new ReasoningStartDetector(settings.tools().keySet(), settings.opening()));
    }

    @Override
    public void startInReasoning() {
        splitter.startInReasoning();
        observation.startInReasoning();
    }

    @Override
    public void startAs(ReasoningStartDetector start) {
        if (start.found() == ReasoningOpening.PROMPT) {
            startInReasoning();
        } else if (start.isTalkOnly()) {
            isTalkOnly = true;
            observation.mentioned();
        }
        keepsClosers = start.isGivenUp();
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
        return !extractor.isOpen() && !orphan.isOpen() && !guard.isEnded();
    }

    @Override
    public ReasoningEvidence reasoningEvidence() {
        return observation.evidence(isRegularEnd);
    }

    @Override
    public void on(StreamEvent event, Consumer<StreamEvent> target) {
        out.begin(event, target);
        switch (event) {
            case TextDelta(String text) -> read(text, Field.CONTENT);
            case ReasoningDelta(String text) -> read(text, Field.REASONING);
            case ToolCallStart start -> adopt(start);
            case ToolCallArgs args -> {
                if (!adopted.args(args)) {
                    guard.leaveOut(args.fragment());
                }
            }
            case ToolCallEnd end -> adopted.end(end);
            case Usage counted -> usage = Optional.of(counted);
            case Finish finish -> finish(finish);
            case Failure _ -> {
                end(true);
                usage.ifPresent(out::event);
                out.event(event);
            }
            case Start _ -> out.event(event);
            case ReasoningSignature _ -> settled(() -> out.proof(event));
            case RedactedReasoning _ -> settled(() -> out.event(event));
        }
    }

    private void settled(Runnable pass) {
        settle();
        if (!guard.isEnded()) {
            pass.run();
        }
    }

    /// A call that the backend itself has parsed.
    private void adopt(ToolCallStart start) {
        settle();
        visible.flush();
        observation.call();
        if (mayCall()) {
            adopted.start(start);
        }
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

    private void read(String text, Field from) {
        if (guard.isEnded()) {
            guard.leaveOut(text);
            return;
        }
        if (field != from) {
            settle();
            field = from;
            splitter.leave();
            anyInField = false;
        }
        if (from == Field.REASONING) {
            observation.field();
        }
        scanner.feed(text, lexemes);
    }

    private boolean inReasoning() {
        return field == Field.REASONING || splitter.inReasoning();
    }

    private void plain(String source, int from, int to) {
        if (guard.isEnded()) {
            guard.leaveOut(source, from, to);
            return;
        }
        if (extractor.isOpen()) {
            extractor.text(source, from, to);
            return;
        }
        if (field == Field.CONTENT) {
            observation.text(source, from, to);
        }
        if (inReasoning()) {
            anyInField = true;
            splitter.sawText(source, from, to);
            out.reasoning(source.substring(from, to));
        } else if (orphan.isOpen()) {
            orphan.text(source, from, to).ifPresent(this::say);
        } else {
            visible.text(source, from, to);
        }
    }

    private void plain(String text) {
        if (!text.isEmpty()) {
            plain(text, 0, text.length());
        }
    }

    private void say(String text) {
        if (!text.isEmpty()) {
            visible.text(text, 0, text.length());
        }
    }

    private void take(GlmMarker glmMarker) {
        if (guard.isEnded()) {
            guard.leaveOut(glmMarker.text());
            return;
        }
        if (extractor.isOpen()) {
            extractor.marker(glmMarker);
        } else if (!orphan.isOpen()) {
            outside(glmMarker);
        } else if (!orphan.takes(glmMarker)) {
            say(orphan.end());
            outside(glmMarker);
        }
    }

    /// A marker outside a call; in Markdown code it is text.
    private void outside(GlmMarker glmMarker) {
        if (!inReasoning() && visible.isInCode()) {
            if (glmMarker.family() == GlmMarker.Family.REASONING_CLOSE) {
                observation.unpairedCloser();
            }
            say(glmMarker.text());
            return;
        }
        switch (glmMarker.family()) {
            case REASONING_OPEN, REASONING_CLOSE -> reasoning(glmMarker);
            case CALL -> call(glmMarker);
            case ROLE -> {
                if (inReasoning()) {
                    plain(glmMarker.text());
                } else {
                    visible.touch();
                    guard.roleMarker(scanner.markerAt());
                }
            }
            case BOX -> {}
        }
    }

    private void reasoning(GlmMarker glmMarker) {
        switch (role(glmMarker)) {
            case DELIMITER -> {
                visible.touch();
                delimited(glmMarker);
            }
            case REPEATED -> {}
            case UNPAIRED -> {
                anomalyLog.add(Kind.ORPHAN_CLOSER, glmMarker.text());
                observation.unpairedCloser();
                if (keepsClosers && field == Field.CONTENT) {
                    say(glmMarker.text());
                } else {
                    visible.touch();
                }
            }
            case TEXT -> plain(glmMarker.text());
        }
    }

    private void delimited(GlmMarker glmMarker) {
        if (glmMarker.family() == GlmMarker.Family.REASONING_OPEN) {
            observation.opener();
        } else {
            observation.closed();
        }
    }

    /// In a reasoning field the tags are meaningless: an opener at its start and every closer are residues.
    /// If a backend has such a field, tags inside non-empty content are literal text; if an answer only
    /// mentions them, all are.
    private ReasoningSplitter.Role role(GlmMarker glmMarker) {
        if (field == Field.CONTENT) {
            boolean hasField = settings.hasReasoningField() || observation.hasField();
            return (isTalkOnly || hasField && !visible.isEmpty()) && !splitter.inReasoning()
                    ? ReasoningSplitter.Role.TEXT
                    : splitter.role(glmMarker, visible.isEmpty());
        }
        if (glmMarker == GlmMarker.THINK_OPEN && !anyInField) {
            return ReasoningSplitter.Role.REPEATED;
        }
        return glmMarker == GlmMarker.THINK_CLOSE ? ReasoningSplitter.Role.UNPAIRED : ReasoningSplitter.Role.TEXT;
    }

    private void call(GlmMarker glmMarker) {
        if (!settings.extracts() || inReasoning() && glmMarker != GlmMarker.CALL_OPEN) {
            plain(glmMarker.text());
            return;
        }
        switch (glmMarker) {
            case CALL_OPEN -> {
                if (mayCall()) {
                    extractor.open(inReasoning());
                }
            }
            case KEY_OPEN -> {
                anomalyLog.add(Kind.ORPHAN_PAIR, "");
                orphan.open();
            }
            default -> anomalyLog.add(Kind.ORPHAN_CLOSER, glmMarker.text());
        }
    }

    /// Resolves everything that is held back, because something of another kind follows.
    private void settle() {
        decide(false);
        visible.flushBehindText();
        if (field == Field.REASONING) {
            field = Field.CONTENT;
        }
    }

    private void decide(boolean isCut) {
        flush();
        extractor.end(isCut);
        if (orphan.isOpen()) {
            say(orphan.end());
        }
    }

    private void flush() {
        if (extractor.dropsPieces()) {
            scanner.dropPiece(GlmMarker.VALUE_CLOSE, GlmMarker.CALL_CLOSE);
        }
        scanner.flush(lexemes);
    }

    private void finish(Finish finish) {
        flush(); // what is held back may be text behind the turn's end
        Finish said = guard.isOver() ? new Finish(FinishReason.STOP) : finish;
        isRegularEnd = said.reason() == FinishReason.STOP;
        end(said.reason() == FinishReason.LENGTH || said.reason() == FinishReason.CONTENT_FILTER);
        usage.ifPresent(out::event);
        out.event(isRegularEnd && calls.count() > 0 ? new Finish(FinishReason.TOOL_CALLS) : said);
    }

    private void end(boolean isCut) {
        decide(isCut);
        visible.end();
        if (guard.left() > 0) {
            anomalyLog.add(Kind.TURN_CONTINUED, guard.endedAt(), Long.toString(guard.left()));
        }
    }

    /// Receives what the scanner finds.
    private final class Reading implements GlmMarkerScanner.Lexemes {
        @Override
        public void text(String source, int from, int to) {
            plain(source, from, to);
        }

        @Override
        public void marker(GlmMarker glmMarker) {
            take(glmMarker);
        }
    }

    /// The extractor's host.
    private final class Context implements ExtractorHost {
        @Override
        public void giveBack(String text) {
            if (!inReasoning()) {
                visible.touch();
            }
            plain(text);
        }

        @Override
        public void goOn(GlmMarker glmMarker) {
            take(glmMarker);
        }

        @Override
        public void callBegins() {
            splitter.leave();
            visible.touch();
            observation.call();
        }
    }
}
