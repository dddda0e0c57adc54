package dev.throughline.run;

import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.PlantedItem;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/// Writes down how an exchange ended, with what its answer turned out to be, in one statement. Safe to repeat: items
/// that are there stay as they are. An exchange that is gone, with its run, is left at that.
record EndWrite(Statements statements, RunId run, int number, ExchangeEnd end) {
    // The hash of an answer that was known at the start stays; repeating an end changes nothing.
    private static final String END = """
            UPDATE exchange SET outcome = $3, status = $4, tokens = $5, input_tokens = $6, output_tokens = $7,
                cached_tokens = $8, reasoning_tokens = $9, first_event_micros = $10, total_micros = $11, error = $12,
                content_hash = coalesce(nullif($13, ''), content_hash), anomalies = $14::text::jsonb
            WHERE run_id = $1 AND number = $2""";
    private static final String END_WITH_ITEMS = """
            WITH ended AS (%s RETURNING run_id, number)
            INSERT INTO item (run_id, exchange, %s) SELECT ended.*, items.* FROM ended, %s AS items
            ON CONFLICT (run_id, exchange, ordinal) DO NOTHING
            """.formatted(END, ItemColumns.NAMES, ItemColumns.unnest(15));

    Uni<Void> write() {
        List<PlantedItem> items = end.produced().items();
        return items.isEmpty()
                ? statements.run(END, values(), written -> null)
                : statements.run(END_WITH_ITEMS, ItemColumns.add(values(), items), written -> null);
    }

    private Tuple values() {
        Usage usage = end.usage();
        return Tuple.tuple()
                .addString(run.value())
                .addInteger(number)
                .addString(end.outcome().name())
                .addInteger(end.status())
                .addLong(end.tokens())
                .addInteger(usage.inputTokens())
                .addInteger(usage.outputTokens())
                .addInteger(usage.cachedTokens())
                .addInteger(usage.reasoningTokens())
                .addLong(end.firstEvent().map(ExchangeRow::micros).orElse(null))
                .addLong(ExchangeRow.micros(end.total()))
                .addString(end.error().map(StoredText::encode).orElse(null))
                .addString(StoredText.encode(end.produced().contentHash()))
                .addString(StoredJson.write(end.produced().anomalies()));
    }
}
