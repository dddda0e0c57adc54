package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.store.StoredText;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Sums live traffic by day, default URL and client. Its cost grows with the live runs of the days asked
/// for, not with the number of runs.
@ApplicationScoped
public class LiveTrafficQuery {
    private static final int MOST = 2_000;
    private static final String SQL = """
            SELECT cast(r.live_day AS text), r.live_base, coalesce(r.client_name, ''), coalesce(r.client_version, ''),
                sum(r.exchanges), sum(coalesce(cast(v.report #>> '{capabilities,THINK,due}' AS bigint), 0)),
                sum(coalesce(cast(v.report #>> '{capabilities,THINK,exact}' AS bigint), 0)),
                coalesce(string_agg(r.run_id, ' ' ORDER BY r.run_id DESC) FILTER (WHERE v.run_id IS NULL), '')
            FROM run r LEFT JOIN verdict v ON v.run_id = r.run_id COLLATE "default"
            WHERE r.live_day >= :since AND r.exchanges > 0%s
            GROUP BY r.live_day, r.live_base, r.client_name, r.client_version
            ORDER BY r.live_day DESC, sum(r.exchanges) DESC""";
    private static final String VISIBLE = " AND (r.key_id = :key OR r.published)";

    private final TransactionRunner transactionRunner;

    LiveTrafficQuery(TransactionRunner transactionRunner) {
        this.transactionRunner = transactionRunner;
    }

    /// The requests of one client on one default URL in one day (UTC).
    ///
    /// @param base `stub`, or `proxy/` and the name of a backend
    /// @param due reasoning items that had to come back, over its runs with a verdict
    /// @param exact how many of them came back unchanged
    /// @param unscored ids of its runs without a verdict, newest first
    public record ClientDay(
            LocalDate day,
            String base,
            String client,
            String version,
            long exchanges,
            long due,
            long exact,
            List<String> unscored) {
        public ClientDay {
            unscored = List.copyOf(unscored);
        }
    }

    /// The newest days first; of a day the client with the most requests first.
    /// @param seesOnly the requesting key; of other keys only published runs count
    public Uni<List<ClientDay>> since(LocalDate day, Optional<KeyId> seesOnly) {
        return transactionRunner.run(session -> {
            var query = session.createNativeQuery(SQL.formatted(seesOnly.isPresent() ? VISIBLE : ""), Object[].class)
                    .setParameter("since", day);
            seesOnly.ifPresent(key -> query.setParameter("key", key.value()));
            return query.setMaxResults(MOST)
                    .getResultList()
                    .map(rows -> rows.stream().map(LiveTrafficQuery::day).toList());
        });
    }

    private static ClientDay day(Object[] row) {
        return new ClientDay(
                LocalDate.parse((String) row[0]),
                (String) row[1],
                StoredText.decode((String) row[2]),
                StoredText.decode((String) row[3]),
                ((Number) row[4]).longValue(),
                ((Number) row[5]).longValue(),
                ((Number) row[6]).longValue(),
                Arrays.stream(((String) row[7]).split(" "))
                        .filter(id -> !id.isEmpty())
                        .toList());
    }
}
