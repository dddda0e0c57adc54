package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
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

/// Turns the output of a model of any family into reasoning, text and calls, by the markers of its template.
///
/// Guarantees: the same events, after joining adjacent deltas, however the text is split; a delta without
/// markers is the same instance; less than the longest marker is held back outside calls. A call is passed
/// on when its end was read; what does not fit the layout stays the text that it was. After `isTurnOver`
/// the caller cancels the backend and sends `Finish`.
public final class TemplateFilter implements AnswerFilter {
    /// Longer calls remain text.
    private static final int LONGEST_CALL = 4 * 1024 * 1024;

    private final FilterSettings settings;
    private final TemplateMarkup markup;
    private final Optional<CallRegionReader> reader;
    private final FilterOutput out = new FilterOutput();
    private final TemplateMarkerScanner scanner;
    private final VisibleText visible;
    private final CallWriter calls;
    private final AnomalyLog anomalyLog;
    private final StringBuilder region = new StringBuilder();
    private final AdoptedCalls adopted;
    private boolean inReasoning;
    private boolean anyReasoning;
    private boolean inCall;
    private boolean isOver;
    private boolean hasField;
    private long read;
    /// Length of the region at the last failed attempt.
    private int tried;
    private Optional<Usage> usage = Optional.empty();

    public TemplateFilter(FilterSettings settings, TemplateMarkup markup) {
        this.settings = settings;
        this.markup = markup;
        this.reader = markup.calls().map(layout -> new CallRegionReader(layout, settings.tools()));
        this.visible = new VisibleText(out, settings.extracts());
        this.calls = new CallWriter(settings.callIds(), out);
        this.adopted = new AdoptedCalls(calls, out);
        this.anomalyLog = new AnomalyLog(() -> read);
        this.inReasoning = settings.opening() == ReasoningOpening.PROMPT
                && !markup.reasoningOpener().isEmpty();
        this.scanner = new TemplateMarkerScanner(markers());
    }

    @Override
    public Optional<ReasoningStartDetector> startDetector() {
        return Optional.empty();
    }

    @Override
    public void startInReasoning() {
        throw new IllegalStateException("the settings say where an answer starts");
    }

    @Override
    public List<Anomaly> anomalies() {
        return anomalyLog.list();
    }

    @Override
    public boolean isTurnOver() {
        return isOver;
    }

    @Override
    public boolean mayStillPass() {
        return !inCall && !isOver;
    }

    @Override
    public ReasoningEvidence reasoningEvidence() {
        return hasField ? ReasoningEvidence.FIELD : ReasoningEvidence.NONE;
    }

    private List<String> markers() {
        return inCall
                ? markup.calls().flatMap(CallLayout::end).stream().toList()
                : markup.markers(inReasoning, settings.extracts());
    }

    @Override
    public void on(StreamEvent event, Consumer<StreamEvent> target) {
        out.begin(event, target);
        switch (event) {
            case TextDelta(String text) -> {
                if (!isOver) {
                    scanner.feed(text, this::take);
                }
            }
            case ReasoningDelta(String text) -> {
                hasField |= !text.isEmpty();
                settled(() -> out.reasoning(text));
                inReasoning = false;
                refresh();
            }
            case ToolCallStart start -> adopt(start);
            case ToolCallArgs args -> adopted.args(args);
            case ToolCallEnd end -> adopted.end(end);
            case Usage counted -> usage = Optional.of(counted);
            case Finish finish -> {
                end();
                boolean endsInCalls = finish.reason() == FinishReason.STOP && calls.count() > 0;
                out.event(endsInCalls ? new Finish(FinishReason.TOOL_CALLS) : finish);
            }
            case StreamEvent.Failure _ -> {
                end();
                out.event(event);
            }
            case StreamEvent.Start _ -> out.event(event);
            case StreamEvent.ReasoningSignature _ -> settled(() -> out.proof(event));
            case StreamEvent.RedactedReasoning _ -> settled(() -> out.event(event));
        }
    }

    private void settled(Runnable pass) {
        settle();
        visible.flushBehindText();
        if (!isOver) {
            pass.run();
        }
    }

    /// A call that the backend itself has parsed.
    private void adopt(ToolCallStart start) {
        settle();
        visible.flush();
        inReasoning = false;
        refresh();
        if (mayCall()) {
            adopted.start(start);
        }
    }

    private boolean mayCall() {
        if (!isOver && calls.count() >= settings.maxCalls()) {
            isOver = true;
            visible.touch();
            anomalyLog.add(Kind.TOO_MANY_CALLS, Integer.toString(calls.count()));
        }
        return !isOver;
    }

    private void refresh() {
        scanner.lookFor(markers());
    }

    private List<String> take(String text, boolean isMarker) {
        if (!isOver) {
            lexeme(text, isMarker);
        }
        read += text.length();
        return markers();
    }

    private void lexeme(String text, boolean isMarker) {
        if (inCall) {
            region.append(text);
            boolean isWorth = isMarker && region.length() >= 2L * tried;
            if (isWorth || region.length() > LONGEST_CALL) {
                tryCalls(region.length() > LONGEST_CALL);
            }
        } else if (!isMarker) {
            plain(text);
        } else if (inReasoning) {
            inReasoningAt(text);
        } else if (text.equals(markup.reasoningOpener())) {
            inReasoning = true;
            anyReasoning = false;
            visible.touch();
        } else {
            inCall = true;
            tried = 0;
            region.setLength(0);
            region.append(text);
        }
    }

    /// A marker in reasoning: its closer, or an opener, which the prompt may already have written.
    private void inReasoningAt(String marker) {
        if (marker.equals(markup.reasoningCloser())) {
            inReasoning = false;
            visible.touch();
        } else if (anyReasoning) {
            plain(marker);
        }
    }

    private void plain(String text) {
        if (inReasoning) {
            anyReasoning |= !text.isBlank();
            out.reasoning(text);
        } else {
            visible.text(text, 0, text.length());
        }
    }

    /// Parses the collected calls.
    /// @param isLast whether what cannot be parsed now is text
    private void tryCalls(boolean isLast) {
        String text = region.toString();
        Optional<CallRegionReader.CallMatch> found = reader.flatMap(each -> each.read(text));
        if (found.isEmpty() && !isLast) {
            tried = text.length();
            return;
        }
        inCall = false;
        region.setLength(0);
        if (found.isEmpty()) {
            anomalyLog.add(Kind.UNREADABLE_CALL, "");
            visible.text(text, 0, text.length());
            return;
        }
        visible.touch();
        for (JsonCall call : found.get().calls()) {
            if (mayCall()) {
                calls.whole(call);
            }
        }
        String rest = text.substring(found.get().end());
        if (!isOver && !rest.isEmpty()) {
            visible.text(rest, 0, rest.length());
        }
    }

    /// Resolves everything that is held back, because something of another kind follows.
    private void settle() {
        scanner.flush(this::take);
        if (inCall) {
            tryCalls(true);
        }
        refresh();
    }

    private void end() {
        settle();
        visible.end();
        usage.ifPresent(out::event);
    }
}
