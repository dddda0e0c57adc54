package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.SettingName;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Link;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// An exchange as the API shows it; `evidence` only where one exchange is shown, not in lists.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Exchange", description = "One request and its answer.")
record ExchangeView(
        String run,
        @Schema(description = "Place in the run, from 1.") int number,
        Instant received,
        String method,
        @Schema(description = "Path below the base URL.") String path,

        @Schema(description = "openai-chat, anthropic or responses")
        String dialect,

        @Schema(description = "The User-Agent; no proof of anything.")
        String client,

        String model,

        @Schema(description = "main, title, warm-up or count")
        String kind,

        boolean stream,

        @Schema(description = "Whether a fault was scripted for it.")
        boolean faulty,

        @Schema(description = "Number of the exchange that began the conversation.")
        int conversation,

        @Schema(description = "The latest exchange whose answer the request carries.") @Nullable
        Integer parent,

        @Schema(description = "User turn of the conversation, from 1.")
        int turn,

        @Schema(description = "Request within the turn, from 1.")
        int step,

        ExchangeOutcome outcome,

        @Schema(description = "HTTP status sent; absent while the answer is under way.") @Nullable
        Integer status,

        @Schema(description = "What went wrong.") @Nullable String error,
        @Schema(description = "Events recorded.") @Nullable Long tokens,
        @Nullable UsageView usage,
        @Nullable TimingView timings,

        @Schema(description = "What was odd about the answer.")
        List<String> anomalies,

        @Schema(description = "What was put back into the request.")
        List<String> repairs,

        @Nullable EvidenceView evidence) {

    /// An exchange in a list.
    static ExchangeView listed(RecordedExchange exchange) {
        return of(exchange, null);
    }

    /// An exchange by itself, with what the verdict rests on.
    static ExchangeView alone(RecordedExchange exchange) {
        return of(exchange, EvidenceView.of(exchange.trace()));
    }

    private static ExchangeView of(RecordedExchange exchange, @Nullable EvidenceView evidence) {
        Link link = exchange.trace().link();
        Optional<ExchangeEnd> end = exchange.end();
        return new ExchangeView(
                exchange.run().value(),
                exchange.trace().number(),
                exchange.received(),
                exchange.method(),
                exchange.path(),
                exchange.trace().facts().dialect().id(),
                exchange.client(),
                exchange.trace().facts().model(),
                SettingName.of(exchange.trace().facts().kind()),
                exchange.stream(),
                exchange.faulty(),
                link.conversation(),
                link.parent().isPresent() ? link.parent().getAsInt() : null,
                link.turn(),
                link.step(),
                exchange.trace().outcome(),
                end.map(ExchangeEnd::status).orElse(null),
                end.flatMap(ExchangeEnd::error).orElse(null),
                end.map(ExchangeEnd::tokens).orElse(null),
                end.map(UsageView::of).orElse(null),
                end.map(TimingView::of).orElse(null),
                List.of(),
                List.of(),
                evidence);
    }

    /// Tokens as the backend counted them.
    @Schema(name = "Usage", description = "Tokens as the backend counted them.")
    record UsageView(int inputTokens, int outputTokens) {
        static UsageView of(ExchangeEnd end) {
            return new UsageView(end.inputTokens(), end.outputTokens());
        }
    }

    /// Times since the request.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Timings", description = "Microseconds since the request.")
    record TimingView(@Nullable Long firstEventMicros, long totalMicros) {
        static TimingView of(ExchangeEnd end) {
            return new TimingView(end.firstEvent().map(TimingView::micros).orElse(null), micros(end.total()));
        }

        private static long micros(Duration duration) {
            return duration.toNanos() / 1_000;
        }
    }
}
