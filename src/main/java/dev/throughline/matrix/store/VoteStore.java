package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.throughline.access.KeyId;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellRules;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.SuiteVersion;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Reads the votes of the runs that this deployment measured: of each combination as many as decide its cells, newest
/// first, and the first of all.
@ApplicationScoped
class VoteStore {
    /// How many combinations are read at once: their rows are decoded on an event loop.
    static final int COMBINATIONS = 100;

    private static final String COLUMNS = "run_id, origin, " + KeyColumns.NAMES
            + ", sealed, exchanges, capabilities::text AS capabilities, how->>'suite' AS suite_version";
    private static final String SHARED = "owner IS NULL";
    private static final String OWNED = "owner = $1";
    private static final String DECIDING = """
            SELECT v.* FROM (%1$s) k (cell_key) CROSS JOIN LATERAL (
                (SELECT %2$s FROM evidence WHERE cell_key = k.cell_key AND %3$s ORDER BY sealed DESC, run_id LIMIT %4$d)
                UNION (SELECT %2$s FROM evidence WHERE cell_key = k.cell_key AND %3$s ORDER BY sealed LIMIT 1)) v
            ORDER BY k.cell_key, v.sealed DESC, v.run_id""";
    private static final String NEXT = deciding(
            "SELECT DISTINCT cell_key FROM evidence WHERE owner IS NULL AND cell_key > $1 ORDER BY cell_key LIMIT $2",
            SHARED);
    // The few changed rows are found by their revision, however many combinations there are.
    private static final String CHANGED = deciding("""
            WITH c AS MATERIALIZED (SELECT DISTINCT cell_key FROM evidence
                WHERE owner IS NULL AND revision > $3 AND revision <= $4)
            SELECT cell_key FROM c WHERE cell_key > $1 ORDER BY cell_key LIMIT $2""", SHARED);
    private static final String UNTIL = deciding("SELECT unnest($1::text[])", SHARED + " AND sealed <= $2");
    private static final String OF_OWNER = deciding("SELECT DISTINCT cell_key FROM evidence WHERE " + OWNED, OWNED);
    private static final String PAGE = "SELECT " + COLUMNS + " FROM evidence WHERE owner IS NULL AND cell_key = $1"
            + " AND sealed <= $2 AND (sealed < $2 OR run_id > $3) ORDER BY sealed DESC, run_id LIMIT $4";
    private static final String KNOWN = "SELECT run_id FROM evidence WHERE run_id = ANY ($1)";
    private static final OffsetDateTime END_OF_TIME = OffsetDateTime.of(9999, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    private static final Function<String, Map<Capability, CapabilityVerdict>> CAPABILITIES =
            MatrixJsonb.reader(new TypeReference<>() {});

    private final StatementRunner statementRunner;

    VoteStore(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    private static String deciding(String keys, String condition) {
        return DECIDING.formatted(keys, COLUMNS, condition, CellRules.WINDOW);
    }

    /// Votes of the next combinations, ordered by their ids.
    /// @param after id of a combination; empty to begin
    Uni<List<Vote>> next(String after) {
        return statementRunner.run(NEXT, Tuple.of(after, COMBINATIONS), VoteStore::read);
    }

    /// The same of the combinations that were measured after a revision.
    /// @param until the last revision that counts
    Uni<List<Vote>> changed(String after, long revision, long until) {
        return statementRunner.run(CHANGED, Tuple.of(after, COMBINATIONS, revision, until), VoteStore::read);
    }

    /// Votes of some combinations as of an earlier time.
    Uni<List<Vote>> until(Collection<CellKey> keys, Instant moment) {
        String[] names = keys.stream().distinct().map(CellIdDigest::of).toArray(String[]::new);
        return statementRunner
                .rows(UNTIL, Tuple.of(names, moment.atOffset(ZoneOffset.UTC)))
                .map(VoteStore::read);
    }

    /// Votes that a key measured for itself.
    Uni<List<Vote>> ofOwner(KeyId owner) {
        return statementRunner.rows(OF_OWNER, Tuple.of(owner.value())).map(VoteStore::read);
    }

    /// All votes on a combination in pages, newest first.
    /// @param after where the previous page ended
    Uni<List<Vote>> page(CellKey key, Optional<VoteCursor> after, int limit) {
        return statementRunner.run(
                PAGE,
                Tuple.of(
                        CellIdDigest.of(key),
                        after.map(place -> place.sealed().atOffset(ZoneOffset.UTC))
                                .orElse(END_OF_TIME),
                        StoredText.encode(after.map(VoteCursor::run).orElse("")),
                        limit),
                VoteStore::read);
    }

    /// Selects the runs that this deployment measured itself, or was sent.
    Uni<Set<String>> known(Collection<String> runs) {
        return statementRunner.run(KNOWN, Tuple.of((Object) runs.toArray(String[]::new)), rows -> {
            Set<String> known = new HashSet<>();
            rows.forEach(row -> known.add(row.getString("run_id")));
            return known;
        });
    }

    // Most runs say the same, in the same words.
    private static List<Vote> read(Iterable<Row> rows) {
        Map<String, Map<Capability, CapabilityVerdict>> said = new HashMap<>();
        List<Vote> votes = new ArrayList<>();
        for (Row row : rows) {
            votes.add(new Vote(
                    row.getString("run_id"),
                    Vote.Origin.valueOf(row.getString("origin")),
                    KeyColumns.read(row),
                    SuiteVersion.minor(row.getString("suite_version")),
                    row.getOffsetDateTime("sealed").toInstant(),
                    row.getInteger("exchanges"),
                    said.computeIfAbsent(row.getString("capabilities"), CAPABILITIES)));
        }
        return votes;
    }
}
