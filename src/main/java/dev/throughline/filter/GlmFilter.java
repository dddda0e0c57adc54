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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Turns what a GLM model writes into reasoning, text and calls: one incremental machine for streams and whole bodies.
///
/// Guarantees: the same events, after joining adjacent deltas, however the text is cut; work linear in the text; text
/// without markup passes unchanged. After `isTurnOver` the caller cancels the backend and sends `Finish`.
public final class GlmFilter implements StreamFilter {
    private final FilterSettings settings;
    private final MarkerScanner scanner = new MarkerScanner();
    private final Anomalies anomalies = new Anomalies();
    private final VisibleText visible = new VisibleText();
    private final OrphanPair orphan = new OrphanPair();
    private final ReasoningSplitter splitter;
    private final StopMarkerGuard guard;
    private final CallWriter calls;
    private final ToolCallExtractor extractor;
    private final Map<Integer, Integer> adopted = new TreeMap<>();
    private boolean isStructuredReasoning;
    private Usage usage = new Usage(0, 0, 0, 0);
    private boolean anyUsage;

    public GlmFilter(FilterSettings settings) {
        this.settings = settings;
        this.splitter = new ReasoningSplitter(settings.startsInReasoning());
        this.guard = new StopMarkerGuard(settings.maxCalls());
        this.calls = new CallWriter(settings.callIds(), 0);
        this.extractor = new ToolCallExtractor(settings.tools(), calls, anomalies, new Context());
    }

    /// What was repaired or left out so far.
    public List<Anomaly> anomalies() {
        return anomalies.list();
    }

    /// Whether the turn is over although the backend goes on.
    public boolean isTurnOver() {
        return guard.isOver();
    }

    @Override
    public void on(StreamEvent event, Consumer<StreamEvent> out) {
        switch (event) {
            case TextDelta(String text) -> {
                endStructuredReasoning(out);
                read(text, out);
            }
            case ReasoningDelta(String text) -> {
                beginStructuredReasoning(out);
                read(text, out);
            }
            case ToolCallStart(int index, String id, String name) -> {
                settle(out);
                adopted.put(index, calls.adopt());
                out.accept(new ToolCallStart(adopted.get(index), id, name));
            }
            case ToolCallArgs(int index, String fragment) ->
                out.accept(new ToolCallArgs(adopted.getOrDefault(index, index), fragment));
            case ToolCallEnd(int index) -> out.accept(new ToolCallEnd(adopted.getOrDefault(index, index)));
            case Usage counted -> {
                usage = counted;
                anyUsage = true;
            }
            case Finish(FinishReason reason) -> finish(reason, out);
            case Failure failure -> {
                end(true, out);
                out.accept(failure);
            }
            case Start _ -> out.accept(event);
            case ReasoningSignature _, RedactedReasoning _ -> {
                settle(out);
                out.accept(event);
            }
        }
    }

    private void read(String text, Consumer<StreamEvent> out) {
        if (guard.isOver()) {
            return;
        }
        scanner.feed(text, lexemes(out));
        anomalies.read(text.length());
    }

    private MarkerScanner.Lexemes lexemes(Consumer<StreamEvent> out) {
        return new MarkerScanner.Lexemes() {
            @Override
            public void text(String source, int from, int to) {
                plain(source, from, to, out);
            }

            @Override
            public void marker(Marker marker) {
                take(marker, out);
            }
        };
    }

    private void plain(String source, int from, int to, Consumer<StreamEvent> out) {
        if (guard.isOver()) {
            return;
        }
        if (extractor.isOpen()) {
            extractor.text(source, from, to, out);
        } else if (splitter.inReasoning()) {
            splitter.sawText();
            out.accept(new ReasoningDelta(source.substring(from, to)));
        } else if (orphan.isOpen()) {
            orphan.text(source, from, to).ifPresent(text -> visible.text(text, 0, text.length(), out));
        } else {
            visible.text(source, from, to, out);
        }
    }

    private void plain(String text, Consumer<StreamEvent> out) {
        if (!text.isEmpty()) {
            plain(text, 0, text.length(), out);
        }
    }

    private void take(Marker marker, Consumer<StreamEvent> out) {
        if (guard.isOver()) {
            return;
        }
        if (extractor.isOpen()) {
            extractor.marker(marker, out);
        } else if (orphan.isOpen() && !splitter.inReasoning()) {
            inOrphan(marker, out);
        } else {
            outside(marker, out);
        }
    }

    private void inOrphan(Marker marker, Consumer<StreamEvent> out) {
        if (orphan.takes(marker)) {
            return;
        }
        String text = orphan.end();
        visible.text(text, 0, text.length(), out);
        outside(marker, out);
    }

    /// A marker outside a call.
    private void outside(Marker marker, Consumer<StreamEvent> out) {
        switch (marker.family()) {
            case REASONING_OPEN, REASONING_CLOSE -> reasoning(marker, out);
            case CALL -> call(marker, out);
            case ROLE -> {
                if (splitter.inReasoning()) {
                    plain(marker.text(), out);
                } else {
                    visible.touch();
                    guard.roleMarker();
                }
            }
            case BOX -> {}
        }
    }

    private void reasoning(Marker marker, Consumer<StreamEvent> out) {
        if (isStructuredReasoning) {
            if (marker != Marker.THINK_CLOSE) {
                plain(marker.text(), out);
            }
            return;
        }
        boolean wasInReasoning = splitter.inReasoning();
        if (!splitter.takes(marker, visible.isEmpty())) {
            plain(marker.text(), out);
            return;
        }
        if (wasInReasoning == splitter.inReasoning() && !wasInReasoning) {
            anomalies.add(Kind.ORPHAN_CLOSER, marker.text());
        } else {
            visible.touch();
        }
    }

    private void call(Marker marker, Consumer<StreamEvent> out) {
        if (!settings.extracts() || splitter.inReasoning() && marker != Marker.CALL_OPEN) {
            plain(marker.text(), out);
            return;
        }
        switch (marker) {
            case CALL_OPEN -> {
                if (guard.allowsCall(calls.count())) {
                    extractor.open(splitter.inReasoning());
                } else {
                    anomalies.add(Kind.TOO_MANY_CALLS, Integer.toString(calls.count()));
                }
            }
            case KEY_OPEN -> {
                anomalies.add(Kind.ORPHAN_PAIR, "");
                orphan.open();
            }
            default -> anomalies.add(Kind.ORPHAN_CLOSER, marker.text());
        }
    }

    private void beginStructuredReasoning(Consumer<StreamEvent> out) {
        if (!isStructuredReasoning) {
            settle(out);
            isStructuredReasoning = true;
            splitter.enter();
        }
    }

    private void endStructuredReasoning(Consumer<StreamEvent> out) {
        if (isStructuredReasoning) {
            settle(out);
        }
    }

    /// Decides everything that is held back, because something of another kind follows.
    private void settle(Consumer<StreamEvent> out) {
        scanner.flush(lexemes(out));
        extractor.end(false, out);
        if (orphan.isOpen()) {
            plain(orphan.end(), out);
        }
        if (isStructuredReasoning) {
            isStructuredReasoning = false;
            splitter.leave();
        }
    }

    private void finish(FinishReason reason, Consumer<StreamEvent> out) {
        end(reason == FinishReason.LENGTH, out);
        if (anyUsage) {
            out.accept(usage);
        }
        boolean hasCalls = reason == FinishReason.STOP && calls.count() > 0;
        out.accept(hasCalls ? new Finish(FinishReason.TOOL_CALLS) : new Finish(reason));
    }

    private void end(boolean isCut, Consumer<StreamEvent> out) {
        scanner.flush(lexemes(out));
        extractor.end(isCut, out);
        if (orphan.isOpen()) {
            plain(orphan.end(), out);
        }
        visible.end(out);
    }

    /// What the extractor asks of its surroundings.
    private final class Context implements ToolCallExtractor.Host {
        @Override
        public void giveBack(String text, Consumer<StreamEvent> out) {
            if (!splitter.inReasoning()) {
                visible.touch();
            }
            plain(text, out);
        }

        @Override
        public void goOn(Marker marker, Consumer<StreamEvent> out) {
            take(marker, out);
        }

        @Override
        public void callBegins(Consumer<StreamEvent> out) {
            if (splitter.inReasoning()) {
                splitter.leave();
                isStructuredReasoning = false;
            }
            visible.touch();
        }
    }
}
