package dev.throughline.run.exchange;

import dev.throughline.access.KeyId;
import dev.throughline.run.Run;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.store.KeyArray;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.ObservationDigests;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds what a request may refer to: the exchanges of its run that match its lookup keys, with all
/// exchanges of their conversations, and the runs of its other trace tokens.
record HistoryLookup(StatementRunner statements, SizedWorkExecutor work, Run run, LookupKeys clues) {
    static final int ITEMS = 8;
    private static final int OBSERVED = 17;
    /// Size of an exchange without its items.
    private static final int EXCHANGE_BYTES = 1024;
    private static final long MUCH = 1 << 20;
    /// Texts per statement; the client encodes them within a few milliseconds.
    private static final int MOST_TEXTS = 4_000;
    private static final Object[] KEYS = {KeyArray.few("$2"), KeyArray.few("$3"), KeyArray.few("$4"), KeyArray.few("$5")
    };
    // The client decodes a row on the connection's event loop, so an exchange with many items has several
    // rows. Of identical requests only the latest one matters, since it is the one being repeated.
    // Each key is looked up by itself, whatever the planner believes of the run's size: a run younger than the
    // statistics has one row for it, and it would compare each of them with each key.
    /// The exchanges that lookup keys name; its parameters are the first five of `values`.
    static final String NAMED_NUMBERS = """
            SELECT i.exchange FROM %1$s AS named CROSS JOIN LATERAL (
                SELECT exchange FROM item WHERE run_id = $1 AND token = named.key AND token <> '' OFFSET 0) i
            UNION ALL
            SELECT i.exchange FROM %2$s AS named CROSS JOIN LATERAL (
                SELECT exchange FROM item WHERE run_id = $1 AND hashtext(call_id) = hashtext(named.key)
                    AND call_id = named.key AND category = 'TOOL_ID' OFFSET 0) i
            UNION ALL
            SELECT e.number FROM %3$s AS named CROSS JOIN LATERAL (
                SELECT number FROM exchange WHERE run_id = $1 AND hashtext(content_hash) = hashtext(named.key)
                    AND content_hash = named.key AND content_hash <> '' OFFSET 0) e
            UNION ALL
            SELECT e.number FROM %4$s AS named CROSS JOIN LATERAL (
                SELECT number FROM exchange WHERE run_id = $1 AND answer_key = named.key OFFSET 0) e""".formatted(KEYS);
    private static final Object[] NAMING = {NAMED_NUMBERS, RunNumbers.latestIdentical("number", "$6")};
    static final String NAMED = """
            SELECT DISTINCT e.conversation FROM (
                SELECT DISTINCT any_of.number FROM (
                    %s
                    UNION ALL
                    (%s)) AS any_of (number)) AS named
            CROSS JOIN LATERAL (
                SELECT conversation FROM exchange
                WHERE run_id = $1 AND number = named.number OFFSET 0) e""".formatted(NAMING);
    private static final Object[] COLUMNS = {TracedColumns.NAMES, ItemColumns.AGGREGATED, ObservationColumns.DIGESTS};
    private static final String CONVERSATIONS = """
            SELECT %s, items.*, e.observes_changes, seen.* FROM (%%s) AS named (conversation)
            CROSS JOIN LATERAL (
                SELECT e.* FROM exchange e WHERE e.run_id = $1 AND e.conversation = named.conversation OFFSET 0) e
            LEFT JOIN LATERAL (SELECT %s, i.ordinal / 100 AS part FROM item i
                WHERE i.run_id = e.run_id AND i.exchange = e.number GROUP BY part) items ON true
            LEFT JOIN LATERAL (SELECT %s FROM observed_item o WHERE coalesce(items.part, 0) = 0
                AND o.run_id = e.run_id AND o.observer = e.number) seen ON true
            ORDER BY e.number, items.part""".formatted(COLUMNS);
    private static final String NAMED_CONVERSATIONS = CONVERSATIONS.formatted(NAMED);
    private static final String THESE_CONVERSATIONS = CONVERSATIONS.formatted("SELECT unnest($2::integer[])");
    // The id of another key's run would grant access to it.
    private static final String FOREIGN = """
            SELECT DISTINCT ON (i.token) i.token,
                CASE WHEN r.published OR r.key_id IS NOT DISTINCT FROM $3::text THEN i.run_id ELSE 'of another key' END
            FROM %s AS named JOIN item i ON i.token = named.key JOIN run r USING (run_id)
            WHERE i.token <> '' AND i.run_id <> $2 ORDER BY i.token, i.run_id""".formatted(KeyArray.few("$1"));

    /// The history, ordered by number, with the digests of observations only.
    Uni<Found> find() {
        return rows().chain(this::read)
                .chain(read -> foreign(read.unknown())
                        .map(foreign -> new Found(
                                new RunHistory(run.settings().policy(), read.exchanges(), foreign, read.observed()),
                                read.bytes())));
    }

    /// The client writes parameters on the connection's event loop, so very many lookup keys are queried in parts.
    private Uni<List<Row>> rows() {
        List<LookupKeys> slices = slices(clues);
        if (slices.size() == 1) {
            return statements.rows(NAMED_CONVERSATIONS, values(run, clues));
        }
        return Multi.createFrom()
                .iterable(slices)
                .onItem()
                .transformToUniAndConcatenate(
                        slice -> statements.list(NAMED, values(run, slice), row -> row.getInteger(0)))
                .collect()
                .in(TreeSet<Integer>::new, TreeSet::addAll)
                .chain(numbers -> statements.rows(
                        THESE_CONVERSATIONS,
                        Tuple.of(run.id().value()).addArrayOfInteger(numbers.toArray(Integer[]::new))));
    }

    /// The result and its approximate size.
    record Found(RunHistory history, long bytes) {
        Admission admission() {
            return new Admission(0, history, bytes, Optional.empty());
        }
    }

    /// @param unknown tokens of the request that no exchange contains
    private record Decoded(
            List<TracedExchange> exchanges,
            Map<Integer, ObservationDigests> observed,
            Set<String> unknown,
            long bytes) {}

    private Uni<Decoded> read(List<Row> rows) {
        long bytes = bytes(rows);
        return work.work(bytes, () -> {
            List<TracedExchange> exchanges = decoded(rows);
            return new Decoded(exchanges, observed(rows), unknown(exchanges), bytes);
        });
    }

    /// Approximate size of the rows; stops counting once it is large.
    static long bytes(List<Row> rows) {
        long bytes = 0;
        for (Row row : rows) {
            bytes += EXCHANGE_BYTES + ItemColumns.bytes(row, ITEMS);
            if (bytes > MUCH) {
                break;
            }
        }
        return bytes;
    }

    /// The run, the keys, and the hash of the body.
    static Tuple values(Run run, LookupKeys asked) {
        return Tuple.tuple()
                .addString(run.id().value())
                .addArrayOfString(array(asked.tokens()))
                .addArrayOfString(array(asked.callIds()))
                .addArrayOfString(array(asked.contentHashes()))
                .addArrayOfString(array(asked.answerKeys()))
                .addString(StoredText.encode(asked.bodyHash()));
    }

    /// The exchanges of rows with their columns and items.
    static List<TracedExchange> decoded(List<Row> rows) {
        List<TracedExchange> exchanges = new ArrayList<>(rows.size());
        List<PlantedItem> items = new ArrayList<>();
        @Nullable Row last = null;
        for (Row row : rows) {
            if (last != null && !last.getInteger(0).equals(row.getInteger(0))) {
                exchanges.add(TracedColumns.of(last, 0, items));
                items.clear();
            }
            items.addAll(ItemColumns.read(row, ITEMS));
            last = row;
        }
        if (last != null) {
            exchanges.add(TracedColumns.of(last, 0, items));
        }
        return exchanges;
    }

    private static Map<Integer, ObservationDigests> observed(List<Row> rows) {
        Map<Integer, ObservationDigests> observed = new HashMap<>();
        for (Row row : rows) {
            // The first row of an exchange has them.
            observed.computeIfAbsent(
                    row.getInteger(0), _ -> ObservationColumns.digests(!row.getBoolean(OBSERVED), row, OBSERVED + 1));
        }
        return observed;
    }

    private Set<String> unknown(List<TracedExchange> exchanges) {
        if (clues.tokens().isEmpty()) {
            return Set.of();
        }
        Set<String> unknown = new HashSet<>(clues.tokens());
        exchanges.forEach(exchange -> exchange.items().forEach(item -> unknown.remove(item.token())));
        return unknown;
    }

    private Uni<Map<String, String>> foreign(Set<String> tokens) {
        if (tokens.isEmpty()) {
            return Uni.createFrom().item(Map.of());
        }
        return Multi.createFrom()
                .iterable(slices(tokens).toList())
                .onItem()
                .transformToUniAndConcatenate(slice -> statements.run(
                        FOREIGN,
                        Tuple.of(
                                array(slice),
                                run.id().value(),
                                run.owner().map(KeyId::value).orElse(null)),
                        HistoryLookup::runsOfTokens))
                .collect()
                .in(HashMap<String, String>::new, Map::putAll)
                .map(runs -> runs);
    }

    private static Map<String, String> runsOfTokens(RowSet<Row> rows) {
        Map<String, String> runs = new HashMap<>();
        rows.forEach(row -> runs.put(StoredText.decode(row.getString(0)), row.getString(1)));
        return runs;
    }

    private static String[] array(Collection<String> texts) {
        return texts.stream().map(StoredText::encode).toArray(String[]::new);
    }

    /// Slices of lookup keys that are queried one after the other and together contain all; few keys are one slice.
    static List<LookupKeys> slices(LookupKeys keys) {
        int size = keys.tokens().size()
                + keys.callIds().size()
                + keys.contentHashes().size()
                + keys.answerKeys().size();
        if (size <= MOST_TEXTS) {
            return List.of(keys);
        }
        Set<String> none = Set.of();
        String body = keys.bodyHash();
        return Stream.of(
                        slices(keys.tokens()).map(some -> new LookupKeys(some, none, none, none, body)),
                        slices(keys.callIds()).map(some -> new LookupKeys(none, some, none, none, body)),
                        slices(keys.contentHashes()).map(some -> new LookupKeys(none, none, some, none, body)),
                        slices(keys.answerKeys()).map(some -> new LookupKeys(none, none, none, some, body)))
                .flatMap(slices -> slices)
                .toList();
    }

    private static Stream<Set<String>> slices(Collection<String> texts) {
        return texts.stream().gather(Gatherers.windowFixed(MOST_TEXTS)).map(Set::copyOf);
    }
}
