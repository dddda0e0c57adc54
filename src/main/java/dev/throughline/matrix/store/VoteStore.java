package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.type.TypeReference;
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
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads the votes of runs in pages, and where the runs were measured.
@ApplicationScoped
public class VoteStore {
    static final String COLUMNS = "run_id, origin, " + KeyColumns.NAMES
            + ", sealed, exchanges, capabilities::text AS capabilities, how->>'suite' AS suite_version";
    private static final Function<String, Map<Capability, CapabilityVerdict>> CAPABILITIES =
            MatrixJsonb.reader(new TypeReference<>() {});
    private static final String OF_CELL = "SELECT " + COLUMNS + " FROM evidence WHERE owner IS NULL"
            + " AND cell_key = (SELECT cell_key FROM cell WHERE cell_id = $1)";
    private static final String ORDER = " ORDER BY sealed DESC, run_id LIMIT ";
    private static final String FIRST = OF_CELL + ORDER + "$2";
    private static final String NEXT = OF_CELL + " AND sealed <= $2 AND (sealed < $2 OR run_id > $3)" + ORDER + "$4";
    private static final String UNTIL = """
            SELECT v.* FROM unnest($1::text[]) AS k (cell_key) CROSS JOIN LATERAL (
                SELECT %s FROM evidence e WHERE e.cell_key = k.cell_key AND e.owner IS NULL AND e.sealed <= $2
                ORDER BY e.sealed DESC, e.run_id LIMIT $3) v""".formatted(COLUMNS);
    private static final String ORIGINS = "SELECT run_id, origin FROM evidence WHERE run_id = ANY ($1)";

    private final StatementRunner statementRunner;

    VoteStore(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// The votes on a cell, newest first; each vote holds all capabilities of its run.
    /// @param after where the previous page ended
    public Uni<List<Vote>> ofCell(String cell, Optional<VoteCursor> after, int limit) {
        String id = StoredText.encode(cell);
        return after.map(place -> statementRunner.run(
                        NEXT,
                        Tuple.of(id, place.sealed().atOffset(ZoneOffset.UTC), StoredText.encode(place.run()), limit),
                        VoteStore::read))
                .orElseGet(() -> statementRunner.run(FIRST, Tuple.of(id, limit), VoteStore::read));
    }

    /// The last votes on some combinations as of an earlier time, newest first.
    public Uni<Map<CellKey, List<Vote>>> until(Collection<CellKey> keys, Instant moment) {
        String[] names = keys.stream().distinct().map(CellIdDigest::of).toArray(String[]::new);
        return statementRunner
                .run(UNTIL, Tuple.of(names, moment.atOffset(ZoneOffset.UTC), CellRules.WINDOW), VoteStore::read)
                .map(votes -> votes.stream().collect(Collectors.groupingBy(Vote::key)));
    }

    /// Where runs were measured; runs whose evidence was removed are omitted.
    public Uni<Map<String, Vote.Origin>> origins(Collection<String> runs) {
        return statementRunner.run(ORIGINS, Tuple.of(runs.toArray(String[]::new)), VoteStore::readOrigins);
    }

    static List<Vote> read(RowSet<Row> rows) {
        List<Vote> votes = new ArrayList<>(rows.size());
        rows.forEach(row -> votes.add(vote(row)));
        return votes;
    }

    private static Vote vote(Row row) {
        return new Vote(
                row.getString("run_id"),
                Vote.Origin.valueOf(row.getString("origin")),
                KeyColumns.read(row),
                SuiteVersion.minor(row.getString("suite_version")),
                row.getOffsetDateTime("sealed").toInstant(),
                row.getInteger("exchanges"),
                CAPABILITIES.apply(row.getString("capabilities")));
    }

    private static Map<String, Vote.Origin> readOrigins(RowSet<Row> rows) {
        Map<String, Vote.Origin> origins = new HashMap<>();
        rows.forEach(row -> origins.put(row.getString("run_id"), Vote.Origin.valueOf(row.getString("origin"))));
        return origins;
    }
}
