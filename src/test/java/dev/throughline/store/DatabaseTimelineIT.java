package dev.throughline.store;

import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A timeline that the test sets: functions of a schema that is searched before PostgreSQL's own.
@QuarkusTest
class DatabaseTimelineIT {
    private static final String SCHEMA = "timeline_of_a_test";
    private static final String FUNCTION =
            "CREATE OR REPLACE FUNCTION " + SCHEMA + ".%s LANGUAGE sql AS $$ SELECT %s $$";

    @Inject
    Pool service;

    @Inject
    Vertx vertx;

    @ConfigProperty(name = "quarkus.datasource.reactive.url")
    String url;

    @ConfigProperty(name = "quarkus.datasource.username")
    String user;

    @ConfigProperty(name = "quarkus.datasource.password")
    String password;

    private final DatabaseTimeline timeline = new DatabaseTimeline();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final List<Pool> pools = new ArrayList<>();

    @BeforeEach
    void begin() {
        sql("CREATE SCHEMA IF NOT EXISTS " + SCHEMA);
        set("00000001", false);
        timeline.restoration(connection -> connection
                .query("SELECT 1")
                .execute()
                .onSuccess(_ -> done.add("restored"))
                .mapEmpty());
    }

    @AfterEach
    void end() {
        pools.forEach(Pool::close);
        sql("DROP SCHEMA " + SCHEMA + " CASCADE");
    }

    @Test
    void restoresBeforeTheFirstStatementOnAnotherTimelineAndNotAgain() {
        query(pool());
        query(pool());
        assertThat(done).containsExactly("queried", "queried");

        set("00000002", false);
        query(pool());
        query(pool());

        assertThat(done).containsExactly("queried", "queried", "restored", "queried", "queried");
    }

    @Test
    void restoresOnceMoreWhereThatFailed() {
        query(pool());
        set("00000002", false);
        timeline.restoration(_ -> Future.failedFuture("the connection broke"));
        assertThat(answer(pool()).failed()).isTrue();

        timeline.restoration(_ -> {
            done.add("restored");
            return Future.succeededFuture();
        });
        query(pool());

        assertThat(done).containsExactly("queried", "restored", "queried");
    }

    @Test
    void keepsNoConnectionToAReplica() {
        set("00000001", true);
        Pool pool = pool();

        assertThat(answer(pool).failed()).isTrue();

        set("00000001", false);
        query(pool);
    }

    private void set(String current, boolean isReplica) {
        sql(FUNCTION.formatted("pg_is_in_recovery() RETURNS boolean", isReplica));
        sql(FUNCTION.formatted("pg_walfile_name(pg_lsn) RETURNS text", "'" + current + "0000000000000001'"));
    }

    private Pool pool() {
        PgConnectOptions options = PgConnectOptions.fromUri(url.replaceFirst("^vertx-reactive:", ""))
                .setUser(user)
                .setPassword(password)
                .addProperty("search_path", SCHEMA + ", pg_catalog, public");
        Pool pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(1))
                .connectingTo(options)
                .withConnectHandler(timeline::connected)
                .using(vertx)
                .build();
        pools.add(pool);
        return pool;
    }

    private void query(Pool pool) {
        assertThat(answer(pool).succeeded()).isTrue();
        done.add("queried");
    }

    private static Future<?> answer(Pool pool) {
        Future<?> answered = pool.query("SELECT 1").execute();
        assertThat(answered.otherwiseEmpty().toCompletionStage().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(20));
        return answered;
    }

    private void sql(String statement) {
        assertThat(service.query(statement).execute().toCompletionStage().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(20));
    }
}
