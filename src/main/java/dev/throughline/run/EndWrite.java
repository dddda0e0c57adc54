package dev.throughline.run;

import dev.throughline.stream.StreamEvent.Usage;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Writes down how an exchange ended, with what its answer turned out to be. Safe to repeat: items that are there stay
/// as they are. An exchange that is gone, with its run, is left at that.
record EndWrite(StatelessSession session, RunId run, int number, ExchangeEnd end) {
    // The hash of an answer that was known at the start stays; repeating an end changes nothing.
    private static final String END = """
            UPDATE exchange SET outcome = :outcome, status = :status, tokens = :tokens, input_tokens = :input,
                output_tokens = :output, cached_tokens = :cached, reasoning_tokens = :reasoning,
                first_event_micros = cast(:first AS bigint), total_micros = :total, error = cast(:error AS text),
                content_hash = coalesce(nullif(:hash, ''), content_hash),
                anomalies = cast(cast(:anomalies AS text) AS jsonb)
            WHERE run_id = :run AND number = :number""";
    private static final String ITEMS = """
            INSERT INTO item (run_id, exchange, ordinal, category, token, value, block, field, call_id, signature)
            SELECT :run, :number, * FROM unnest(cast(:ordinals AS integer[]), cast(:categories AS text[]),
                cast(:tokens AS text[]), cast(:values AS text[]), cast(:blocks AS integer[]), cast(:fields AS text[]),
                cast(:calls AS text[]), cast(:signatures AS text[]))
            ON CONFLICT (run_id, exchange, ordinal) DO NOTHING""";

    Uni<Void> write() {
        return update().chain(found -> found == 0 || end.produced().items().isEmpty()
                        ? Uni.createFrom().item(0)
                        : insert(end.produced().items().stream()
                                .map(item -> ItemRow.of(run, number, item))
                                .toList()))
                .replaceWithVoid();
    }

    private Uni<Integer> update() {
        Usage usage = end.usage();
        return session.createNativeQuery(END)
                .setParameter("outcome", end.outcome().name())
                .setParameter("status", end.status())
                .setParameter("tokens", end.tokens())
                .setParameter("input", usage.inputTokens())
                .setParameter("output", usage.outputTokens())
                .setParameter("cached", usage.cachedTokens())
                .setParameter("reasoning", usage.reasoningTokens())
                .setParameter("first", end.firstEvent().map(ExchangeRow::micros).orElse(null))
                .setParameter("total", ExchangeRow.micros(end.total()))
                .setParameter("error", end.error().map(StoredText::encode).orElse(null))
                .setParameter("hash", StoredText.encode(end.produced().contentHash()))
                .setParameter("anomalies", StoredJson.write(end.produced().anomalies()))
                .setParameter("run", run.value())
                .setParameter("number", number)
                .executeUpdate();
    }

    private Uni<Integer> insert(List<ItemRow> rows) {
        return session.createNativeQuery(ITEMS)
                .setParameter("run", run.value())
                .setParameter("number", number)
                .setParameter("ordinals", numbers(rows, row -> row.ordinal))
                .setParameter("categories", texts(rows, row -> row.category))
                .setParameter("tokens", texts(rows, row -> row.token))
                .setParameter("values", texts(rows, row -> row.value))
                .setParameter("blocks", numbers(rows, row -> row.block))
                .setParameter("fields", texts(rows, row -> row.field))
                .setParameter("calls", texts(rows, row -> row.callId))
                .setParameter("signatures", texts(rows, row -> row.signature))
                .executeUpdate();
    }

    private static Integer[] numbers(List<ItemRow> rows, Function<ItemRow, Integer> column) {
        return rows.stream().map(column).toArray(Integer[]::new);
    }

    private static String[] texts(List<ItemRow> rows, Function<ItemRow, String> column) {
        return rows.stream().map(column).toArray(String[]::new);
    }
}
