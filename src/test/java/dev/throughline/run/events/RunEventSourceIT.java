package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.database.Database;
import dev.throughline.testing.PostgresResource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static dev.throughline.trace.ExchangeOutcome.COMPLETED;
import static org.assertj.core.api.Assertions.assertThat;

/// Live events between two sides that share nothing but a real database, as two processes do.
@Timeout(60)
class RunEventSourceIT {
    private static final Duration SOON = Duration.ofSeconds(10);
    // The pools of this test have no name.
    private static final String LISTENING =
            " FROM pg_stat_activity WHERE application_name LIKE 'throughline-%' AND pid <> pg_backend_pid()";
    private static final String LISTENERS = "SELECT count(*)" + LISTENING;

    private static final String EXCHANGE = "(run_id, number, instance_id, received, dialect, method, path, client,"
            + " stream, faulty, answer_key, conversation, link, facts, body_hash, content_hash, outcome)";

    @TempDir
    static Path directory;

    private static Vertx vertx;
    private static Database database;
    private static Connection connection;

    private final RunId run = RunId.next(Instant.now());
    private final List<Pool> pools = new ArrayList<>();
    private final List<RunEventSource> sides = new ArrayList<>();
    private RunEventSource here;
    private RunEventSource there;

    @BeforeAll
    static void open() throws SQLException {
        vertx = Vertx.vertx();
        database = Database.openEmbedded(directory, PostgresResource.BINARIES);
        connection = database.dataSource().getConnection();
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
        database.close();
        vertx.close();
    }

    @BeforeEach
    void start() throws SQLException {
        here = side();
        there = side();
        sql("INSERT INTO run (run_id, state, mode, label, settings, created, last_active, idle_timeout_ms,"
                + " signature_key) VALUES ('" + run + "', 'RUNNING', 'STUB', '', '{}', now(), now(), 0, '')");
    }

    @AfterEach
    void stop() {
        sides.forEach(side -> side.stop(new ShutdownEvent()));
        pools.forEach(Pool::close);
    }

    @Test
    void tellsInOrderAndOnceWhatTheOtherSideCommits() throws SQLException {
        AssertSubscriber<RunEvent> reader = follow(here, 100);

        for (int number = 1; number <= 20; number++) {
            begin(number);
            there.publish(run);
            end(number);
            (number % 2 == 0 ? here : there).publish(run);
        }
        sql("UPDATE run SET state = 'SEALED', sealed = now() WHERE run_id = '" + run + "'");
        there.publish(run);

        reader.awaitCompletion(SOON);
        assertThat(reader.getItems()).isEqualTo(story(20));
    }

    @Test
    void tellsReadersOfOtherRunsNothing() throws SQLException {
        AssertSubscriber<RunEvent> reader = follow(here, 10);

        begin(1);
        there.publish(RunId.next(Instant.now()));
        begin(2);
        there.publish(run);

        reader.awaitItems(3, SOON);
        assertThat(reader.getItems()).last().isEqualTo(new RunEvent.ExchangeBegan(run, 2));
    }

    @Test
    void missesNothingWhenItsConnectionIsBrokenOff() throws SQLException {
        AssertSubscriber<RunEvent> reader = follow(here, 100);
        await(LISTENERS, 1);

        number("SELECT count(pg_terminate_backend(pid))" + LISTENING);
        begin(1);
        end(1);
        there.publish(run);
        reader.awaitItems(3, SOON);
        await(LISTENERS, 1);
        begin(2);
        there.publish(run);

        reader.awaitItems(4, SOON);
        assertThat(reader.getItems())
                .containsExactly(
                        new RunEvent.Standing(run, RunState.RUNNING, 0),
                        new RunEvent.ExchangeBegan(run, 1),
                        new RunEvent.ExchangeEnded(run, 1, COMPLETED),
                        new RunEvent.ExchangeBegan(run, 2));
    }

    @Test
    void missesNothingWhenMoreRunsChangedThanCanBeNamed() throws SQLException {
        AssertSubscriber<RunEvent> reader = follow(here, 10);
        await(LISTENERS, 1);
        begin(1);

        IntStream.rangeClosed(0, RunNotificationSender.MOST_WAITING)
                .mapToObj(i -> new RunId("other-" + i))
                .forEach(there::publish);
        there.publish(run);

        reader.awaitItems(2, SOON);
        assertThat(reader.getItems()).last().isEqualTo(new RunEvent.ExchangeBegan(run, 1));
    }

    @Test
    void holdsNothingForASlowReaderAndTellsItTheRestLater() throws SQLException {
        AssertSubscriber<RunEvent> reader = follow(here, 1);
        int many = RunChangeQuery.MOST * 2 + 100;
        sql("INSERT INTO exchange " + EXCHANGE + " SELECT " + values("n", "COMPLETED") + " FROM generate_series(1, "
                + many + ") AS n");
        sql("UPDATE run SET exchanges = " + many + ", state = 'SEALED', sealed = now() WHERE run_id = '" + run + "'");
        there.publish(run);

        reader.request(Long.MAX_VALUE);

        reader.awaitCompletion(SOON);
        assertThat(reader.getItems()).isEqualTo(story(many));
    }

    @Test
    void tellsAReaderThatComesBackWhatItMissed() throws SQLException {
        begin(1);
        begin(2);
        end(1);
        EventPosition received = here.of(run)
                .select()
                .where(RunEvent.Reached.class::isInstance)
                .map(event -> ((RunEvent.Reached) event).position())
                .toUni()
                .await()
                .atMost(SOON);
        end(2);
        begin(3);
        sql("UPDATE run SET state = 'SEALED', sealed = now() WHERE run_id = '" + run + "'");

        AssertSubscriber<RunEvent> reader =
                there.after(run, received).subscribe().withSubscriber(AssertSubscriber.create(10));

        reader.awaitCompletion(SOON)
                .assertItems(
                        new RunEvent.ExchangeEnded(run, 2, COMPLETED),
                        new RunEvent.ExchangeBegan(run, 3),
                        new RunEvent.Sealed(run));
    }

    @Test
    void endsWhenTheRunIsDeleted() throws SQLException {
        AssertSubscriber<RunEvent> reader = follow(here, 10);

        sql("DELETE FROM run WHERE run_id = '" + run + "'");
        there.publish(run);

        reader.awaitCompletion(SOON).assertItems(new RunEvent.Standing(run, RunState.RUNNING, 0));
    }

    @Test
    void listensOnlyWhereSomebodyReads() throws SQLException {
        begin(1);
        here.publish(run);
        there.publish(run);
        assertThat(number(LISTENERS)).isZero();

        follow(here, 1);
        follow(here, 1);

        await(LISTENERS, 1);
        assertThat(number(LISTENERS)).isEqualTo(1);
    }

    @Test
    void tellsItsLastChangesAsItStops() throws SQLException {
        AssertSubscriber<RunEvent> reader = follow(here, 10);
        await(LISTENERS, 1);

        begin(1);
        there.publish(run);
        there.stop(new ShutdownEvent());

        reader.awaitItems(2, SOON);
    }

    private AssertSubscriber<RunEvent> follow(RunEventSource side, long demand) {
        AssertSubscriber<RunEvent> reader = side.of(run)
                .select()
                .where(event -> !(event instanceof RunEvent.Reached))
                .subscribe()
                .withSubscriber(AssertSubscriber.create(demand));
        return reader.awaitItems(1, SOON);
    }

    private List<RunEvent> story(int exchanges) {
        List<RunEvent> all = new ArrayList<>();
        all.add(new RunEvent.Standing(run, RunState.RUNNING, 0));
        for (int number = 1; number <= exchanges; number++) {
            all.add(new RunEvent.ExchangeBegan(run, number));
            all.add(new RunEvent.ExchangeEnded(run, number, COMPLETED));
        }
        all.add(new RunEvent.Sealed(run));
        return all;
    }

    private String values(String number, String outcome) {
        return "'" + run + "', " + number
                + ", 'i', now(), 'd', 'POST', '/', '', false, false, '', 1, '{}', '{}', '', '', '" + outcome + "'";
    }

    private void begin(int number) throws SQLException {
        sql("UPDATE run SET exchanges = " + number + " WHERE run_id = '" + run + "'");
        sql("INSERT INTO exchange " + EXCHANGE + " VALUES (" + values(String.valueOf(number), "OPEN") + ")");
    }

    private void end(int number) throws SQLException {
        sql("UPDATE exchange SET outcome = 'COMPLETED' WHERE run_id = '" + run + "' AND number = " + number);
    }

    private static void sql(String statement) throws SQLException {
        try (Statement work = connection.createStatement()) {
            work.execute(statement);
        }
    }

    private static int number(String query) throws SQLException {
        try (Statement work = connection.createStatement();
                ResultSet rows = work.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void await(String query, int expected) throws SQLException {
        long deadline = System.nanoTime() + SOON.toNanos();
        while (number(query) != expected && System.nanoTime() < deadline) {
            LockSupport.parkNanos(20_000_000);
        }
        assertThat(number(query)).isEqualTo(expected);
    }

    private RunEventSource side() {
        Map<String, String> settings = database.settings();
        PgConnectOptions options = PgConnectOptions.fromUri(settings.get("quarkus.datasource.reactive.url"))
                .setUser(settings.get("quarkus.datasource.username"))
                .setPassword(settings.get("quarkus.datasource.password"));
        pools.add(PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(2))
                .connectingTo(options)
                .using(vertx)
                .build());
        var side = new RunEventSource(
                vertx,
                new StatementRunner(pools.getLast(), new DatabaseProgress()),
                new SmallRyeConfigBuilder()
                        .withSources(new PropertiesConfigSource(settings, "test", 500))
                        .build());
        side.start(new StartupEvent());
        sides.add(side);
        return side;
    }
}
