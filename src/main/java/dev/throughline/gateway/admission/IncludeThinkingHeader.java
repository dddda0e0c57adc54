package dev.throughline.gateway.admission;

import dev.throughline.stream.EventSink;
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
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The request header `x-include-thinking`: what becomes of reasoning in the answer.
public final class IncludeThinkingHeader {
    private static final String OPENER = "<think>";
    private static final String CLOSER = "</think>";

    private IncludeThinkingHeader() {}

    /// The sink itself, or a filter in front of it.
    /// @param value `true`, `1`, `yes`: reasoning becomes visible text between its markers; `false`, `0`, `no`:
    ///     it is left out; anything else and none: the dialect's own field
    public static EventSink filter(@Nullable String value, EventSink sink) {
        return switch (value == null ? "" : value.strip().toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes" -> new Wrapped(sink);
            case "false", "0", "no" -> new Dropped(sink);
            default -> sink;
        };
    }

    /// Reasoning within the visible text.
    private static final class Wrapped implements EventSink {
        private final EventSink sink;
        private boolean isInside;

        private Wrapped(EventSink sink) {
            this.sink = sink;
        }

        @Override
        public void on(StreamEvent event) {
            switch (event) {
                case ReasoningDelta(String text) -> sink.on(new TextDelta(opened(text)));
                case ReasoningSignature _, RedactedReasoning _ -> close();
                case Start _,
                        TextDelta _,
                        ToolCallStart _,
                        ToolCallArgs _,
                        ToolCallEnd _,
                        Usage _,
                        Finish _,
                        Failure _ -> {
                    close();
                    sink.on(event);
                }
            }
        }

        private String opened(String text) {
            String whole = isInside ? text : OPENER + text;
            isInside = true;
            return whole;
        }

        private void close() {
            if (isInside) {
                isInside = false;
                sink.on(new TextDelta(CLOSER));
            }
        }
    }

    /// No reasoning at all.
    private record Dropped(EventSink sink) implements EventSink {
        @Override
        public void on(StreamEvent event) {
            if (!(event instanceof ReasoningDelta
                    || event instanceof ReasoningSignature
                    || event instanceof RedactedReasoning)) {
                sink.on(event);
            }
        }
    }
}
