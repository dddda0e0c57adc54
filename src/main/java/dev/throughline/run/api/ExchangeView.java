package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.rest.SettingName;
import dev.throughline.run.AnswerOutcome.PassedBytes;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.ObservedExchange;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.repair.Repair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// An exchange as shown by the API; `evidence` is present only when a single exchange is shown.
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

        @Schema(description = "The model name that the client requested.")
        String model,

        @Nullable BackendView backend,

        @Schema(description = "main, title, warm-up, count or passed")
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

        @Schema(description = "HTTP status sent; absent while the answer is in flight.") @Nullable
        Integer status,

        @Schema(description = "What went wrong.") @Nullable String error,

        @Schema(description = "Number of recorded events.") @Nullable
        Long tokens,

        @Nullable UsageView usage,
        @Nullable TimingView timings,
        @Nullable BytesView bytes,

        @Schema(
                description = "Anomalies of the answer that were repaired or omitted; `token-count` where the database"
                        + " has another number of its events than there were.")
        List<AnomalyView> anomalies,

        @Schema(description = "What was restored in the request.")
        List<RepairView> repairs,

        @Schema(
                description = "JSON pointers to the request fields that were dropped in its"
                        + " translation for the backend.")
        List<String> dropped,

        @Nullable EvidenceView evidence) {
    static ExchangeView listed(RecordedExchange exchange) {
        return of(exchange, null);
    }

    /// A single exchange, with the evidence of its verdict.
    static ExchangeView alone(ObservedExchange observed) {
        return of(observed.exchange(), EvidenceView.of(observed));
    }

    private static ExchangeView of(RecordedExchange exchange, @Nullable EvidenceView evidence) {
        ConversationLink conversationLink = exchange.trace().link();
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
                exchange.backend().map(BackendView::of).orElse(null),
                SettingName.of(exchange.trace().facts().kind()),
                exchange.stream(),
                exchange.faulty(),
                conversationLink.conversation(),
                conversationLink.parent().isPresent()
                        ? conversationLink.parent().getAsInt()
                        : null,
                conversationLink.turn(),
                conversationLink.step(),
                exchange.trace().outcome(),
                end.map(ExchangeEnd::status).orElse(null),
                end.flatMap(ExchangeEnd::error).orElse(null),
                end.map(ExchangeEnd::tokens).orElse(null),
                end.map(UsageView::of).orElse(null),
                end.map(TimingView::of).orElse(null),
                end.flatMap(ended -> ended.produced().passed())
                        .map(BytesView::of)
                        .orElse(null),
                exchange.anomalies().stream().map(AnomalyView::of).toList(),
                exchange.repairs().stream().map(RepairView::of).toList(),
                exchange.dropped(),
                evidence);
    }

    /// The backend that a request was sent to.
    @Schema(name = "AskedBackend", description = "The backend that a request was sent to.")
    record BackendView(
            String name,

            @Schema(description = "The model's name at the backend.")
            String model,

            @Schema(
                    description =
                            "Where the answer's reasoning was expected, as configured or as learnt" + " for the model.",
                    enumeration = {"unseen", "parsed", "inline", "likely-prefilled", "prefilled", "absent"})
            String reasoningState) {
        static BackendView of(SelectedBackend asked) {
            return new BackendView(asked.name(), asked.model(), asked.reasoningState());
        }
    }

    /// Tokens as counted by the backend.
    @Schema(name = "Usage", description = "Tokens as the backend counted them.")
    record UsageView(
            @Schema(description = "Tokens of the request, including those read from a cache.")
            int inputTokens,

            @Schema(description = "Tokens of the answer, including its reasoning.")
            int outputTokens,

            @Schema(description = "Tokens of the request that were read from a cache.")
            int cachedTokens,

            @Schema(description = "Tokens of the answer's reasoning.")
            int reasoningTokens) {
        static UsageView of(ExchangeEnd end) {
            Usage usage = end.usage();
            return new UsageView(
                    usage.inputTokens(), usage.outputTokens(), usage.cachedTokens(), usage.reasoningTokens());
        }
    }

    /// Something odd in the answer.
    @Schema(name = "Anomaly", description = "An anomaly of the answer that was repaired or omitted.")
    record AnomalyView(
            @Schema(description = "Kind of anomaly, lower case with hyphens.", examples = "duplicate-closer")
            String kind,

            @Schema(description = "Characters of the answer's text before it.")
            long at,

            @Schema(description = "A name or a number, never text of the answer.")
            String detail) {
        static AnomalyView of(RecordedAnomaly anomaly) {
            return new AnomalyView(anomaly.kind(), anomaly.at(), anomaly.detail());
        }
    }

    /// Reasoning that was put back.
    @Schema(name = "Repair", description = "Reasoning that the client dropped or changed and that was restored.")
    record RepairView(
            @Schema(description = "JSON pointer, in the request as received, of the message it was restored in.")
            String message,

            @Schema(description = "The exchange whose answer it belongs to.")
            int exchange,

            @Schema(
                    description = "How that exchange was found.",
                    enumeration = {"call-id", "content-hash", "signature"})
            String by,

            @Schema(description = "Number of reasoning blocks restored.")
            int blocks) {
        static RepairView of(Repair repair) {
            return new RepairView(repair.path(), repair.exchange(), SettingName.of(repair.by()), repair.blocks());
        }
    }

    /// How many bytes passed.
    @Schema(
            name = "PassedBytes",
            description = "Bytes of the bodies of an exchange that passed through; they are not kept.")
    record BytesView(long request, long answer) {
        static BytesView of(PassedBytes passed) {
            return new BytesView(passed.request(), passed.answer());
        }
    }

    /// Times since the request.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Timings", description = "Microseconds since the request.")
    record TimingView(
            @Schema(description = "Until the backend was called; absent for the stub.") @Nullable
            Long askedMicros,

            @Schema(description = "Until the first event of the answer.") @Nullable
            Long firstEventMicros,

            @Schema(description = "Until the first reasoning, text or tool call.") @Nullable
            Long firstTokenMicros,

            @Schema(description = "Until the end of the answer, before its commit.")
            long totalMicros) {
        static TimingView of(ExchangeEnd end) {
            ExchangeTiming timing = end.timing();
            return new TimingView(
                    micros(timing.asked()),
                    micros(timing.firstEvent()),
                    micros(timing.firstToken()),
                    micros(timing.total()));
        }

        private static @Nullable Long micros(Optional<Duration> duration) {
            return duration.map(TimingView::micros).orElse(null);
        }

        private static long micros(Duration duration) {
            return duration.toNanos() / 1_000;
        }
    }
}
