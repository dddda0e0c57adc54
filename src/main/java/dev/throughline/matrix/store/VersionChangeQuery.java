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
/// it: the worst status over the settings in which both were measured on purpose, of the unmodified recipe. Settings
/// are the same only if suite, scenario, model, field and everything behind the client are. Reads two versions of
/// each client by the index, so that its cost does not grow with the matrix.
@ApplicationScoped
public class VersionChangeQuery {
    private static final String RANK =
            "CASE %s.status WHEN 'BROKEN' THEN 1 WHEN 'PARTIAL' THEN 2 WHEN 'PRESERVED' THEN 3 END";
    private static final String CELLS = """
            SELECT c.client, c.client_version, c.capability, c.suite, c.scenario, c.policy, c.streaming, c.model,
                    c.reasoning_field, c.gateway, c.gateway_version, c.backend, c.backend_version, c.template,
                    c.dialect_in, c.dialect_out, c.status, c.first_measured
                FROM pair p JOIN cell c ON c.client = p.client AND c.variant = '' AND c.scenario <> 'traffic'
                    AND c.client_order =""";
    private static final Object[] PARTS = {RANK.formatted("n"), RANK.formatted("o"), CELLS};
    // Both versions are read before they are joined: a nested loop compares each cell of one with all of the other.
    private static final String SQL = """
            WITH newest AS MATERIALIZED (
                SELECT p.product_id AS client, (SELECT client_order FROM cell
                    WHERE client = p.product_id AND scenario <> 'traffic' ORDER BY client_order DESC LIMIT 1) AS latest
                FROM product p WHERE p.kind IN ('CLIENT', 'SDK')),
            pair AS MATERIALIZED (
                SELECT client, latest, (SELECT client_order FROM cell
                    WHERE client = n.client AND client_order < n.latest AND scenario <> 'traffic'
                    ORDER BY client_order DESC LIMIT 1) AS earlier
                FROM newest n WHERE latest IS NOT NULL),
            later AS MATERIALIZED (%3$s p.latest),
            before AS MATERIALIZED (%3$s p.earlier)
            SELECT client, n.client_version AS version, o.client_version AS before, capability, dialect_in,
                min(%1$s) AS now_rank, min(%2$s) AS then_rank
            FROM later n JOIN before o USING (client, capability, suite, scenario, policy, streaming, model,
                reasoning_field, gateway, gateway_version, backend, backend_version, template, dialect_in, dialect_out)
            GROUP BY client, n.client_version, o.client_version, capability, dialect_in
            HAVING min(%1$s) <> min(%2$s)
            ORDER BY max(n.first_measured) DESC, client, capability LIMIT $1""".formatted(PARTS);
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
