package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.AnswerOutcome.PassedBytes;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.PlantedItem;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Records in one statement how an exchange ended, with the outcome of its answer and its last batch of
/// tokens. Safe to repeat: existing rows stay as they are. Writes nothing if the answer is not recorded, or is marked
/// so.
///
/// @param finish why the model stopped, if it said so
/// @param created time of the last batch's row, kept across retries
public record ExchangeEndStatement(
        AnswerIdentity answer,
        ExchangeEnd end,
        Optional<FinishReason> finish,
        Optional<TokenBatch> last,
        OffsetDateTime created) {
    /// The columns of `exchange` that are known at its end, in the order of `addColumns`, with their types; without
    /// the hash of the content.
    public static final String COLUMNS = "outcome text, status integer, tokens bigint, input_tokens integer,"
            + " output_tokens integer, cached_tokens integer, reasoning_tokens integer, first_event_micros bigint,"
            + " total_micros bigint, error text, anomalies json, request_bytes bigint, answer_bytes bigint,"
            + " reasoning_details text, asked_micros bigint, first_token_micros bigint, finish text";
    /// The columns of `token_slice` for a slice of tokens, in the order of `addSlice`, with their types.
    public static final String SLICE_COLUMNS = "first_seq integer, events bytea, created timestamptz";

    // The hash of an answer that was known at the start is kept; repeating an end changes nothing.
    private static final String UPDATE = """
            UPDATE exchange SET outcome = $5, status = $6, tokens = $7, input_tokens = $8, output_tokens = $9,
                cached_tokens = $10, reasoning_tokens = $11, first_event_micros = $12, total_micros = $13, error = $14,
                content_hash = coalesce(nullif($4, ''), content_hash), anomalies = $15::text::json,
                request_bytes = $16, answer_bytes = $17, reasoning_details = coalesce($18, reasoning_details),
                asked_micros = $19, first_token_micros = $20, finish = coalesce($21, finish)
            WHERE run_id = $1 AND number = $2 AND answer_key = $3 AND NOT unrecorded""";
    private static final RepeatedAnswers.Answers ANSWER = new RepeatedAnswers.Answers("ended", "$1", "$2", "$4");

    private static final String ENDED = "WITH ended AS (" + UPDATE + " RETURNING run_id, number)";
    private static final String SLICE = """
            , said AS (INSERT INTO token_slice (run_id, exchange, first_seq, events, created)
                SELECT ended.*, $22::integer, $23::bytea, $24::timestamptz
                FROM ended
                ON CONFLICT DO NOTHING)""";
    private static final String ITEMS = """
            , planted AS (INSERT INTO item (run_id, exchange, %s) SELECT ended.*, items.* FROM ended, %s AS items
                ON CONFLICT (run_id, exchange, ordinal) DO NOTHING)""";
    private static final String FOUND = " SELECT 1 FROM ended";
    private static final String SLICE_AND_UPDATE = ENDED + SLICE + FOUND;
    private static final String UPDATE_AND_ITEMS = ENDED + items(22) + FOUND;
    private static final String SLICE_UPDATE_AND_ITEMS = ENDED + SLICE + items(25) + FOUND;
    private static final String UPDATE_AND_CALLS = ENDED + calls(22) + FOUND;
    private static final String SLICE_UPDATE_AND_CALLS = ENDED + SLICE + calls(25) + FOUND;

    /// @param first number of the first parameter of the items
    private static String items(int first) {
        return repeated(first, RepeatedAnswers.mark(ANSWER));
    }

    private static String calls(int first) {
        return repeated(first, RepeatedAnswers.markCalls(ANSWER, "$" + (first + ItemColumns.CALLS)));
    }

    private static String repeated(int first, String mark) {
        return ITEMS.formatted(ItemColumns.NAMES, ItemColumns.unnest(first)) + ", repeated AS (" + mark + ")";
    }

    public static ExchangeEndStatement of(
            AnswerIdentity answer, ExchangeEnd end, Optional<FinishReason> finish, Optional<TokenBatch> last) {
        return new ExchangeEndStatement(answer, end, finish, last, Instant.now().atOffset(ZoneOffset.UTC));
    }

    public String sql() {
        if (end.produced().items().isEmpty()) {
            return last.isPresent() ? SLICE_AND_UPDATE : UPDATE;
        }
        if (ItemColumns.holdCalls(end.produced().items())) {
            return last.isPresent() ? SLICE_UPDATE_AND_CALLS : UPDATE_AND_CALLS;
        }
        return last.isPresent() ? SLICE_UPDATE_AND_ITEMS : UPDATE_AND_ITEMS;
    }

    /// Checks what the statement returned.
    /// @throws AnswerGoneException if the answer is not recorded
    public RowSet<Row> requireFound(RowSet<Row> written) {
        if (written.rowCount() == 0) {
            throw new AnswerGoneException(answer);
        }
        return written;
    }

    /// Approximate size of its values.
    long bytes() {
        return last.map(TokenBatch::bytes).orElse(0L)
                + ItemColumns.bytes(end.produced().items());
    }

    /// Number of token rows that it writes.
    int rows() {
        return last.isPresent() ? 1 : 0;
    }

    public Tuple values() {
        Tuple values = Tuple.tuple()
                .addString(answer.run().value())
                .addInteger(answer.number())
                .addString(StoredText.encode(answer.key()))
                .addString(StoredText.encode(end.produced().contentHash()));
        addSlice(addColumns(values));
        List<PlantedItem> items = end.produced().items();
        return items.isEmpty() ? values : ItemColumns.add(values, items);
    }

    /// Adds the values of `COLUMNS`.
    public Tuple addColumns(Tuple values) {
        Usage usage = end.usage();
        ExchangeTiming timing = end.timing();
        AnswerOutcome produced = end.produced();
        return values.addString(end.outcome().name())
                .addInteger(end.status())
                .addLong(end.tokens())
                .addInteger(usage.inputTokens())
                .addInteger(usage.outputTokens())
                .addInteger(usage.cachedTokens())
                .addInteger(usage.reasoningTokens())
                .addLong(micros(timing.firstEvent()))
                .addLong(micros(timing.total()))
                .addString(text(end.error()))
                .addString(StoredJson.write(produced.anomalies()))
                .addLong(produced.passed().map(PassedBytes::request).orElse(null))
                .addLong(produced.passed().map(PassedBytes::answer).orElse(null))
                .addString(text(produced.reasoningDetails()))
                .addLong(micros(timing.asked()))
                .addLong(micros(timing.firstToken()))
                .addString(finish.map(Enum::name).orElse(null));
    }

    public boolean hasSlice() {
        return last.isPresent();
    }

    /// Adds the values of the slice, if there is one.
    public Tuple addSlice(Tuple values) {
        last.ifPresent(tokenBatch -> tokenBatch.addTo(values).addOffsetDateTime(created));
        return values;
    }

    private static @Nullable String text(Optional<String> text) {
        return text.map(StoredText::encode).orElse(null);
    }

    private static @Nullable Long micros(Optional<Duration> duration) {
        return duration.map(ExchangeEndStatement::micros).orElse(null);
    }

    private static long micros(Duration duration) {
        return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
    }
}
