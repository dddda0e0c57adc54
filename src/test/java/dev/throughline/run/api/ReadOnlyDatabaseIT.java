package dev.throughline.run.api;

import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A database that still answers, and writes no more.
@QuarkusTest
@TestProfile(ScarceProfile.class)
class ReadOnlyDatabaseIT {
    private static final String PATH = "/q/health/ready";

    @TestHTTPResource("/")
    URI service;

    @Inject
    Pool pool;

    @ConfigProperty(name = "quarkus.datasource.reactive.max-size")
    int connections;

    /// As behind a pooler whose server was demoted: the sessions stay.
    @Test
    void isNotReadyAndKeepsNoConnectionOverWhichWritesAreRefused() throws Exception {
        assertThat(HealthAnswer.at(service, PATH).status()).isEqualTo(200);
        onEach("SELECT set_config('default_transaction_read_only', 'on', false)");

        HealthAnswer refused = HealthAnswer.await(service, PATH, found -> found.status() == 503);
        assertThat(refused.check("database").at("/data/reason").asText()).isEqualTo("it accepts no writes");

        HealthAnswer again = HealthAnswer.await(service, PATH, found -> found.status() == 200);
        assertThat(again.of("database")).isEqualTo("UP");
        writesOnEach();
    }

    /// Nothing else asks: a run is opened by Hibernate, whose failures have others around them.
    @Test
    void aStatementOfHibernateThatIsRefusedClosesTheConnectionsToo() throws Exception {
        onEach("SELECT set_config('default_transaction_read_only', 'on', false)");

        SqlConnection inUse = result(pool.getConnection());
        List<Integer> answers = Stream.generate(() -> TestHttpClient.underTest().post("/api/v1/runs", "{}"))
                .map(TestHttpClient.Answer::status)
                .limit(20)
                .toList();
        result(inUse.close());

        assertThat(answers.getFirst()).isGreaterThanOrEqualTo(500);
        assertThat(answers.getLast()).isEqualTo(201);
        writesOnEach();
    }

    /// A connection that something else had when the others were closed is closed a little later.
    private void writesOnEach() {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (areReadOnly() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        onEach("UPDATE throughline_schema SET sha256 = sha256");
    }

    private boolean areReadOnly() {
        try {
            return onEach("SHOW transaction_read_only")
                    .anyMatch(rows -> rows.iterator().next().getString(0).equals("on"));
        } catch (AssertionError closed) {
            // One was read-only, and closed before it was asked.
            return true;
        }
    }

    /// Runs a statement over each connection that the pool may have.
    private Stream<RowSet<Row>> onEach(String statement) {
        List<SqlConnection> all = Stream.generate(pool::getConnection).limit(connections).toList().stream()
                .map(ReadOnlyDatabaseIT::result)
                .toList();
        try {
            return all.stream()
                    .map(connection -> result(connection.query(statement).execute()))
                    .toList()
                    .stream();
        } finally {
            all.forEach(SqlConnection::close);
        }
    }

    private static <T> T result(Future<T> future) {
        CompletableFuture<T> found = future.toCompletionStage().toCompletableFuture();
        assertThat(found).succeedsWithin(Duration.ofSeconds(20));
        return found.join();
    }
}
