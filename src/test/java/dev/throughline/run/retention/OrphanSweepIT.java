package dev.throughline.run.retention;

import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class OrphanSweepIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<String> INSERTS = List.of(
            "INSERT INTO exchange_body VALUES ('%s', 1, '')",
            "INSERT INTO item VALUES ('%s', 1, 1, 'THINK', '', '', 0, '', NULL, NULL)",
            "INSERT INTO observation (run_id, observer, exchange, first, due, scope, start, sighted, digests)"
                    + " VALUES ('%s', 1, 1, 0, '', '', '', '', '{}')",
            "INSERT INTO token_slice VALUES ('%s', 1, 0, now(), '')",
            "INSERT INTO token_slice VALUES ('%s', 1, 1, now() - interval '3 years', '')");
    private static final String RUN = """
            INSERT INTO run (run_id, state, mode, label, settings, created, last_active, idle_timeout_ms, signature_key)
            VALUES ('%s', 'RUNNING', 'STUB', '', '{}', now(), now(), 0, '')""";

    @Inject
    Pool pool;

    @Inject
    OrphanSweep orphans;

    @Test
    void removesRowsOfRunsThatAreGoneAndNoOther() {
        String kept = "orphan-sweep-kept";
        List<String> gone = List.of("orphan-sweep-a", "orphan-sweep-z");
        INSERTS.forEach(insert -> gone.forEach(run -> execute(insert.formatted(run))));
        INSERTS.forEach(insert -> execute(insert.formatted(kept)));
        execute(RUN.formatted(kept));

        orphans.pass().await().atMost(LIMIT);

        assertThat(rows(kept)).isEqualTo(INSERTS.size());
        assertThat(gone).allSatisfy(run -> assertThat(rows(run)).isZero());
        execute("DELETE FROM run WHERE run_id = '" + kept + "'");
        orphans.pass().await().atMost(LIMIT);
        assertThat(rows(kept)).isZero();
    }

    private long rows(String run) {
        return List.of("exchange_body", "item", "observation", "token_slice").stream()
                .mapToLong(table -> pool.query("SELECT count(*) FROM " + table + " WHERE run_id = '" + run + "'")
                        .execute()
                        .await()
                        .atMost(LIMIT)
                        .iterator()
                        .next()
                        .getLong(0))
                .sum();
    }

    private void execute(String sql) {
        pool.query(sql).execute().await().atMost(LIMIT);
    }
}
