package dev.throughline.store.database;

import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.DatabaseTimeline;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class PostgresPoolCreatorIT {
    @Inject
    PgPoolCreator configured;

    @Inject
    Pool own;

    @Inject
    Vertx vertx;

    /// Not the service's own, which asks the database of the last pool whether it answers.
    private final PgPoolCreator creator =
            new PostgresPoolCreator(new DatabaseProgress(), new DatabaseTimeline(), Optional.empty());

    private record Given(Vertx vertx, PoolOptions poolOptions, List<PgConnectOptions> pgConnectOptionsList)
            implements PgPoolCreator.Input {}

    @Test
    void theServiceHasItsPoolFromHere() {
        assertThat(configured).isInstanceOf(PostgresPoolCreator.class);
    }

    @Test
    void connectionsCloseWhenWhatTheySendIsNotAcknowledged() {
        var options = new PgConnectOptions();

        creator.create(new Given(vertx, new PoolOptions(), List.of(options))).close();

        assertThat(options.getTcpUserTimeout()).isEqualTo(30_000);
        assertThat(options.isTcpKeepAlive()).isTrue();
    }

    /// Source: Vert.x 4.5.25, `SqlConnectionPool.execute`: its timer fails a statement a second time.
    @Test
    void statementsHaveNoTimerOfThePool() {
        var pool = new PoolOptions();

        creator.create(new Given(vertx, pool, List.of(new PgConnectOptions()))).close();

        assertThat(pool.getConnectionTimeout()).isZero();
    }

    /// The packages of PostgreSQL compile statements that look long, which took 0.8 s of each seal.
    @Test
    void noStatementIsCompiled() {
        assertThat(own.query("SHOW jit").execute().toCompletionStage().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(20))
                .satisfies(
                        rows -> assertThat(rows.iterator().next().getString(0)).isEqualTo("off"));
    }

    /// The portable transport ignores the timeout.
    @Test
    void theTransportIsTheNativeOneOfLinux() {
        assertThat(vertx.isNativeTransportEnabled()).isTrue();
    }
}
