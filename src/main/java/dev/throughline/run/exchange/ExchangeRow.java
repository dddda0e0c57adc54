package dev.throughline.run.exchange;

import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.AnswerOutcome.PassedBytes;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RunId;
import dev.throughline.run.SelectedBackend;
import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.RepairSeries;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.hibernate.annotations.ColumnTransformer;
import org.jspecify.annotations.Nullable;

/// A row of `exchange`.
@Entity
@Table(name = "exchange")
@IdClass(ExchangeKey.class)
class ExchangeRow {
    private static final int MICROS = 1_000;

    @Id
    @Column(name = "run_id")
    String runId = "";

    @Id
    int number;

    @Column(name = "instance_id")
    String instanceId = "";

    Instant received = Instant.EPOCH;
    String dialect = "";
    String method = "";
    String path = "";
    String client = "";
    boolean stream;
    boolean faulty;
    boolean unrecorded;

    @Column(name = "answer_key")
    String answerKey = "";

    int conversation;

    @ColumnTransformer(read = "cast(link as text)", write = "cast(cast(? as text) as json)")
    String link = "";

    @ColumnTransformer(read = StoredFacts.JSON, write = "cast(cast(? as text) as json)")
    String facts = "";

    @Column(name = "body_hash")
    String bodyHash = "";

    @Column(name = "content_hash")
    String contentHash = "";

    String outcome = ExchangeOutcome.OPEN.name();

    @Nullable
    Integer status;

    @Nullable
    Long tokens;

    @Column(name = "input_tokens")
    @Nullable
    Integer inputTokens;

    @Column(name = "output_tokens")
    @Nullable
    Integer outputTokens;

    @Column(name = "cached_tokens")
    @Nullable
    Integer cachedTokens;

    @Column(name = "reasoning_tokens")
    @Nullable
    Integer reasoningTokens;

    @Column(name = "first_event_micros")
    @Nullable
    Long firstEventMicros;

    @Column(name = "asked_micros")
    @Nullable
    Long askedMicros;

    @Column(name = "first_token_micros")
    @Nullable
    Long firstTokenMicros;

    @Column(name = "total_micros")
    @Nullable
    Long totalMicros;

    @Nullable
    String error;

    @ColumnTransformer(read = "cast(anomalies as text)", write = "cast(cast(? as text) as json)")
    String anomalies = "[]";

    @ColumnTransformer(read = "cast(repairs as text)", write = "cast(cast(? as text) as jsonb)")
    String repairs = "[]";

    @ColumnTransformer(read = "cast(dropped as text)", write = "cast(cast(? as text) as jsonb)")
    String dropped = "[]";

    @Nullable
    String backend;

    @Column(name = "backend_model")
    @Nullable
    String backendModel;

    @Column(name = "reasoning_state")
    @Nullable
    String reasoningState;

    @Column(name = "request_bytes")
    @Nullable
    Long requestBytes;

    @Column(name = "answer_bytes")
    @Nullable
    Long answerBytes;

    TracedExchange toTraced(List<PlantedItem> items, List<Observation> observations) {
        return new TracedColumns(number, answerKey, link, facts, contentHash, outcome)
                .exchange(items, observations, Optional.empty());
    }

    RecordedExchange toRecorded(List<PlantedItem> items, List<Observation> observations) {
        return new RecordedExchange(
                new RunId(runId),
                received,
                StoredText.decode(method),
                StoredText.decode(path),
                StoredText.decode(client),
                stream,
                faulty,
                unrecorded,
                toTraced(items, observations),
                RepairSeries.repairs(List.of(StoredJson.read(repairs, RepairSeries[].class))),
                List.of(StoredJson.read(dropped, String[].class)),
                asked(),
                end());
    }

    private Optional<SelectedBackend> asked() {
        return Optional.ofNullable(backend)
                .map(name -> new SelectedBackend(
                        StoredText.decode(name),
                        Optional.ofNullable(backendModel)
                                .map(StoredText::decode)
                                .orElse(""),
                        Optional.ofNullable(reasoningState)
                                .map(StoredText::decode)
                                .orElse("")));
    }

    private Optional<ExchangeEnd> end() {
        ExchangeOutcome ended = ExchangeOutcome.valueOf(outcome);
        return ended == ExchangeOutcome.OPEN
                ? Optional.empty()
                : Optional.of(new ExchangeEnd(
                        ended,
                        Optional.ofNullable(status).orElse(0),
                        Optional.ofNullable(tokens).orElse(0L),
                        usage(),
                        timing(),
                        answerOutcome(),
                        Optional.ofNullable(error).map(StoredText::decode)));
    }

    private ExchangeTiming timing() {
        return new ExchangeTiming(
                Optional.ofNullable(askedMicros).map(ExchangeRow::duration),
                Optional.ofNullable(firstEventMicros).map(ExchangeRow::duration),
                Optional.ofNullable(firstTokenMicros).map(ExchangeRow::duration),
                duration(Optional.ofNullable(totalMicros).orElse(0L)));
    }

    private Usage usage() {
        return new Usage(count(inputTokens), count(outputTokens), count(cachedTokens), count(reasoningTokens));
    }

    private AnswerOutcome answerOutcome() {
        Optional<PassedBytes> passed = requestBytes == null || answerBytes == null
                ? Optional.empty()
                : Optional.of(new PassedBytes(requestBytes, answerBytes));
        return new AnswerOutcome(
                List.of(), "", List.of(StoredJson.read(anomalies, RecordedAnomaly[].class)), Optional.empty(), passed);
    }

    private static int count(@Nullable Integer tokens) {
        return tokens == null ? 0 : tokens;
    }

    private static Duration duration(long micros) {
        return Duration.ofNanos(micros * MICROS);
    }
}
