package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.store.StoredText;
import dev.throughline.store.TransactionRunner;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sums what the newest requests of live traffic needed: repairs, time, and prompt tokens that a cache could have
/// served. Looks at a bounded number of runs and requests, so that its cost does not grow with the traffic.
@ApplicationScoped
public class TrafficSampleQuery {
    /// The newest live runs that are looked at.
    public static final int RUNS = 100;

    /// The last requests of each that are looked at.
    public static final int REQUESTS = 50;

    private static final int JUDGED_RUNS = 2_000;
    private static final String VISIBLE = " AND (r.key_id = :key OR r.published)";
    private static final String NEWEST = """
            WITH newest AS (
                SELECT r.run_id COLLATE "default" AS run_id, r.key_id, r.live_base,
                    coalesce(r.client_name, '') AS client, coalesce(r.client_version, '') AS version
                FROM run r WHERE r.live_day >= :since AND r.exchanges > 0%s
                ORDER BY r.live_day DESC, r.run_id DESC LIMIT %d)
            """;
    private static final String REQUESTS_SQL = """
            , latest AS (
                SELECT n.*, e.*, lag(e.input_tokens) OVER (PARTITION BY n.run_id, e.conversation ORDER BY e.number)
                    AS before
                FROM newest n CROSS JOIN LATERAL (
                    SELECT number, conversation, coalesce(backend_model, '') AS model, input_tokens, cached_tokens,
                        first_event_micros, repaired_messages(repairs) AS repaired,
                        json_array_length(anomalies) AS odd
                    FROM exchange WHERE run_id = n.run_id ORDER BY number DESC LIMIT %d) e)
            SELECT client, version, live_base, model, count(*), sum(repaired), sum(odd),
                percentile_disc(0.5) WITHIN GROUP (ORDER BY first_event_micros),
                percentile_disc(0.95) WITHIN GROUP (ORDER BY first_event_micros),
                sum(coalesce(cached_tokens, 0)), sum(coalesce(input_tokens, 0)),
                coalesce(sum(greatest(0, least(before, input_tokens) - coalesce(cached_tokens, 0))), 0)
            FROM latest GROUP BY client, version, live_base, model ORDER BY count(*) DESC, client, version""";
    private static final String CAPABILITIES_SQL = """
            SELECT client, version, c.key, sum(cast(c.value ->> 'due' AS bigint)),
                sum(cast(c.value ->> 'exact' AS bigint))
            FROM newest n JOIN verdict v ON v.run_id = n.run_id
            CROSS JOIN LATERAL jsonb_each(v.report -> 'capabilities') c
            GROUP BY client, version, c.key""";

    private static final String KEYS_SQL = """
            SELECT n.key_id, coalesce(max(k.name), ''), string_agg(DISTINCT n.client || ' ' || n.version, ', '),
                sum(cast(v.report #>> '{capabilities,THINK,due}' AS bigint)) AS due,
                sum(cast(v.report #>> '{capabilities,THINK,exact}' AS bigint)) AS exact
            FROM newest n JOIN verdict v ON v.run_id = n.run_id LEFT JOIN access_key k ON k.key_id = n.key_id
            WHERE n.key_id IS NOT NULL
                AND v.report #> '{capabilities,THINK,due}' <> v.report #> '{capabilities,THINK,exact}'
            GROUP BY n.key_id ORDER BY sum(cast(v.report #>> '{capabilities,THINK,due}' AS bigint)
                - cast(v.report #>> '{capabilities,THINK,exact}' AS bigint)) DESC, n.key_id LIMIT 20""";

    private final TransactionRunner transactionRunner;

    TrafficSampleQuery(TransactionRunner transactionRunner) {
        this.transactionRunner = transactionRunner;
    }

    /// The newest requests of one client to one model.
    ///
    /// @param base `stub`, or `proxy/` and the name of a backend
    /// @param model as it was sent to the backend; empty for the stub
    /// @param repairs answers whose reasoning was put back into a request
    /// @param firstEvent median of the time from the request to the first event
    /// @param slowFirstEvent 95th percentile of it
    /// @param cachedTokens prompt tokens that the backend says it read from its cache
    /// @param wastedTokens prompt tokens that the request before had sent too and that were not read from it
    public record Sample(
            String client,
            String version,
            String base,
            String model,
            long requests,
            long repairs,
            long anomalies,
            Optional<Duration> firstEvent,
            Optional<Duration> slowFirstEvent,
            long cachedTokens,
            long inputTokens,
            long wastedTokens) {}

    /// The items of a capability that the scored runs of one client version kept.
    public record KeptItems(String client, String version, Capability capability, long due, long exact) {}

    /// Reasoning that was lost with a key, in the runs of traffic that lost some.
    ///
    /// @param name of the key; empty if it was removed
    /// @param clients names and versions, separated by commas
    public record KeyLoss(String key, String name, String clients, long due, long exact) {}

    /// The keys that lost the most first, over the newest 2,000 live runs, as far as they are sealed.
    public Uni<List<KeyLoss>> keys(LocalDate since) {
        return rows(JUDGED_RUNS, KEYS_SQL, since, Optional.empty())
                .map(rows -> rows.stream()
                        .map(row -> new KeyLoss(
                                (String) row[0],
                                StoredText.decode((String) row[1]),
                                StoredText.decode((String) row[2]),
                                number(row[3]),
                                number(row[4])))
                        .toList());
    }

    /// The clients with the most requests first.
    /// @param seesOnly the requesting key; of other keys only published runs count
    public Uni<List<Sample>> requests(LocalDate since, Optional<KeyId> seesOnly) {
        return rows(RUNS, REQUESTS_SQL.formatted(REQUESTS), since, seesOnly)
                .map(rows -> rows.stream().map(TrafficSampleQuery::sample).toList());
    }

    /// Over the newest 2,000 live runs, as far as they are sealed.
    public Uni<List<KeptItems>> capabilities(LocalDate since, Optional<KeyId> seesOnly) {
        return rows(JUDGED_RUNS, CAPABILITIES_SQL, since, seesOnly)
                .map(rows -> rows.stream().flatMap(TrafficSampleQuery::kept).toList());
    }

    private Uni<List<Object[]>> rows(int runs, String sql, LocalDate since, Optional<KeyId> seesOnly) {
        String visible = seesOnly.isPresent() ? VISIBLE : "";
        return transactionRunner.run(session -> {
            var query = session.createNativeQuery(NEWEST.formatted(visible, runs) + sql, Object[].class)
                    .setParameter("since", since);
            seesOnly.ifPresent(key -> query.setParameter("key", key.value()));
            return query.getResultList();
        });
    }

    private static Sample sample(Object[] row) {
        return new Sample(
                StoredText.decode((String) row[0]),
                StoredText.decode((String) row[1]),
                (String) row[2],
                StoredText.decode((String) row[3]),
                number(row[4]),
                number(row[5]),
                number(row[6]),
                micros(row[7]),
                micros(row[8]),
                number(row[9]),
                number(row[10]),
                number(row[11]));
    }

    // Verdicts of later versions may name others.
    private static Stream<KeptItems> kept(Object[] row) {
        return Stream.of(Capability.values())
                .filter(capability -> capability.name().equals(row[2]))
                .map(capability -> new KeptItems(
                        StoredText.decode((String) row[0]),
                        StoredText.decode((String) row[1]),
                        capability,
                        number(row[3]),
                        number(row[4])));
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    private static Optional<Duration> micros(@Nullable Object value) {
        return value instanceof Number number
                ? Optional.of(Duration.ofNanos(number.longValue() * 1_000))
                : Optional.empty();
    }
}
