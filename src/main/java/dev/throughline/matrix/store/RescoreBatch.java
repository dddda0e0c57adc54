package dev.throughline.matrix.store;

import dev.throughline.matrix.RescoreCursor;
import dev.throughline.matrix.RescoreCursor.Measured;
import dev.throughline.matrix.RescoreCursor.Unfounded;
import dev.throughline.matrix.RescoreCursor.Unmeasured;
import dev.throughline.text.Json;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny.SelectionQuery;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Runs to be rescored, and combinations to be recomputed.
///
/// The evidence of a combination is in one batch; if it exceeds the limit, its newest, on which the cells
/// are based, comes first.
/// @param known evidence, by run
/// @param unknown runs without evidence
/// @param keys combinations besides those of the evidence
record RescoreBatch(
        Map<String, KnownEvidence> known, List<String> unknown, List<String> keys, Optional<RescoreCursor> next) {
    private static final String MEASURED = """
            SELECT CAST(to_jsonb(e) AS text) FROM evidence e
            CROSS JOIN CAST(CAST(:sealed AS text) AS timestamptz) AS last (moment)
            WHERE cell_key >= :key AND (cell_key > :key OR sealed < moment OR sealed = moment AND run_id > :run)
            ORDER BY cell_key, sealed DESC, run_id""";
    private static final String UNMEASURED = """
            SELECT run_id FROM run r WHERE run_id > :run AND state = 'SEALED' AND client_name IS NOT NULL
                AND NOT EXISTS (SELECT FROM evidence e WHERE e.run_id = r.run_id)
            ORDER BY run_id""";
    private static final String UNFOUNDED = """
            SELECT DISTINCT cell_key FROM cell c WHERE cell_key > :key
                AND NOT EXISTS (SELECT FROM evidence e WHERE e.cell_key = c.cell_key AND e.owner IS NULL)
            ORDER BY cell_key""";

    /// The batch after a position.
    /// @param limit maximum number of rows
    static Uni<RescoreBatch> after(RescoreCursor place, StatelessSession session, int limit) {
        return switch (place) {
            case Measured(String key, var sealed, String run) ->
                read(
                                session,
                                MEASURED,
                                limit + 1,
                                query -> query.setParameter("key", key)
                                        .setParameter("sealed", sealed.toString())
                                        .setParameter("run", run))
                        .map(rows -> measured(
                                rows.stream().map(RescoreBatch::evidence).toList(), limit));
            case Unmeasured(String run) ->
                read(session, UNMEASURED, limit, query -> query.setParameter("run", run))
                        .map(runs -> new RescoreBatch(
                                Map.of(),
                                runs,
                                List.of(),
                                Optional.of(runs.size() < limit ? new Unfounded("") : new Unmeasured(runs.getLast()))));
            case Unfounded(String key) ->
                read(session, UNFOUNDED, limit, query -> query.setParameter("key", key))
                        .map(keys -> new RescoreBatch(
                                Map.of(),
                                List.of(),
                                keys,
                                keys.size() < limit ? Optional.empty() : Optional.of(new Unfounded(keys.getLast()))));
        };
    }

    /// Every run that the batch may affect.
    TreeSet<String> runs() {
        TreeSet<String> runs = new TreeSet<>(unknown);
        known.values().stream()
                .filter(KnownEvidence::isHere)
                .map(KnownEvidence::run)
                .forEach(runs::add);
        return runs;
    }

    private static RescoreBatch measured(List<KnownEvidence> rows, int limit) {
        if (rows.size() <= limit) {
            return measured(rows, new Unmeasured(""));
        }
        String cut = rows.getLast().cellKey();
        List<KnownEvidence> whole =
                rows.stream().filter(row -> !row.cellKey().equals(cut)).toList();
        List<KnownEvidence> some = whole.isEmpty() ? rows.subList(0, limit) : whole;
        return measured(some, some.getLast().place());
    }

    private static RescoreBatch measured(List<KnownEvidence> rows, RescoreCursor next) {
        Map<String, KnownEvidence> known = new TreeMap<>();
        rows.forEach(row -> known.put(row.run(), row));
        return new RescoreBatch(known, List.of(), List.of(), Optional.of(next));
    }

    private static KnownEvidence evidence(String json) {
        try {
            return new KnownEvidence(Json.RECORDS.readTree(json));
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL returned a row that is not JSON", e);
        }
    }

    private static Uni<List<String>> read(
            StatelessSession session,
            String sql,
            int limit,
            Function<SelectionQuery<String>, SelectionQuery<String>> bind) {
        return bind.apply(session.createNativeQuery(sql, String.class))
                .setMaxResults(limit)
                .getResultList();
    }
}
