package dev.throughline.matrix.store;

import dev.throughline.store.StatementRunner;
import dev.throughline.verdict.Status;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.StreamSupport;

/// What the newest measured version of each client keeps better or worse than the version measured before
/// it: the worst status over the settings in which both were measured on purpose, of the unmodified recipe.
/// Reads two versions of each client by the index, so that its cost does not grow with the matrix.
@ApplicationScoped
public class VersionChangeQuery {
    private static final String RANK =
            "CASE %s.status WHEN 'BROKEN' THEN 1 WHEN 'PARTIAL' THEN 2 WHEN 'PRESERVED' THEN 3 END";
    private static final Object[] RANKS = {RANK.formatted("n"), RANK.formatted("o")};
    private static final String SQL = """
            WITH newest AS (
                SELECT p.product_id AS client, (SELECT client_order FROM cell
                    WHERE client = p.product_id AND scenario <> 'traffic' ORDER BY client_order DESC LIMIT 1) AS latest
                FROM product p WHERE p.kind IN ('CLIENT', 'SDK')),
            pair AS (
                SELECT client, latest, (SELECT client_order FROM cell
                    WHERE client = n.client AND client_order < n.latest AND scenario <> 'traffic'
                    ORDER BY client_order DESC LIMIT 1) AS earlier
                FROM newest n WHERE latest IS NOT NULL)
            SELECT p.client, n.client_version AS version, o.client_version AS before, n.capability, n.dialect_in,
                min(%1$s) AS now_rank, min(%2$s) AS then_rank
            FROM pair p
            JOIN cell n ON n.client = p.client AND n.client_order = p.latest AND n.variant = ''
                AND n.scenario <> 'traffic'
            JOIN cell o ON o.client = p.client AND o.client_order = p.earlier AND o.capability = n.capability
                AND o.scenario = n.scenario AND o.policy = n.policy AND o.streaming = n.streaming
                AND o.variant = n.variant AND o.model = n.model AND o.gateway = n.gateway AND o.backend = n.backend
                AND o.dialect_in = n.dialect_in AND o.dialect_out = n.dialect_out
            GROUP BY p.client, n.client_version, o.client_version, n.capability, n.dialect_in
            HAVING min(%1$s) <> min(%2$s)
            ORDER BY max(n.first_measured) DESC, p.client, n.capability LIMIT $1""".formatted(RANKS);
    private static final List<Status> BY_RANK = List.of(Status.BROKEN, Status.PARTIAL, Status.PRESERVED);

    private final StatementRunner statements;

    VersionChangeQuery(StatementRunner statements) {
        this.statements = statements;
    }

    /// A change between two versions.
    /// @param before the version measured before
    public record VersionChange(
            String client,
            String version,
            String before,
            String capability,
            String dialect,
            Status status,
            Status previous) {

        /// Whether the newer version keeps less.
        public boolean isWorse() {
            return BY_RANK.indexOf(status) < BY_RANK.indexOf(previous);
        }
    }

    /// The newest first.
    public Uni<List<VersionChange>> latest(int limit) {
        return statements.run(
                SQL,
                Tuple.of(limit),
                rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(VersionChangeQuery::change)
                        .toList());
    }

    private static VersionChange change(Row row) {
        return new VersionChange(
                row.getString("client"),
                row.getString("version"),
                row.getString("before"),
                row.getString("capability"),
                row.getString("dialect_in"),
                BY_RANK.get(row.getInteger("now_rank") - 1),
                BY_RANK.get(row.getInteger("then_rank") - 1));
    }
}
