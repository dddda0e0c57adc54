package dev.throughline.run.retention;

import dev.throughline.run.retention.Retention.Removed;
import dev.throughline.store.database.Database;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.PostgresResource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// Retention on a separate PostgreSQL. The test controls the time: runs are sealed at `SEALED`.
@Expensive(20)
class RetentionIT {
    private static final Instant SEALED = Instant.now()
            .truncatedTo(ChronoUnit.DAYS)
            .minus(20, ChronoUnit.DAYS)
            .plus(12, ChronoUnit.HOURS);
    private static final RetentionPolicy AFTER_ONE_AND_THREE = policy(1, 3);

    @TempDir
    static Path directory;

    private static Database server;
    private static DataSource database;
    private static StoredRuns runs;

    @BeforeAll
    static void start() {
        server = Database.openEmbedded(directory, PostgresResource.BINARIES);
        database = server.dataSource();
        runs = new StoredRuns(database);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void empty() {
        runs.update("TRUNCATE run, exchange, exchange_body, item, observation, verdict, token_slice" + " CASCADE");
    }

    @Test
    void takesContentsFirstAndTheRunLast() {
        runs.sealed("old", SEALED);
        runs.exchanges("old", 3, SEALED);

        apply(AFTER_ONE_AND_THREE, after(0.5));
        assertThat(runs.left("old")).isEqualTo("3 bodies, 3 slices, 3 exchanges, 3 items, 3 seen, 1 verdicts, 1 runs");
        apply(AFTER_ONE_AND_THREE, after(2.5));
        assertThat(runs.left("old")).isEqualTo("0 bodies, 0 slices, 3 exchanges, 3 items, 3 seen, 1 verdicts, 1 runs");
        apply(AFTER_ONE_AND_THREE, after(3.5));
        assertThat(runs.left("old")).isEqualTo("0 bodies, 0 slices, 0 exchanges, 0 items, 0 seen, 0 verdicts, 0 runs");
    }

    @Test
    void aLargeRunGoesInSeveralTransactionsAndSmallOnesBesideIt() {
        runs.sealed("large", SEALED);
        runs.exchanges("large", 173, SEALED);
        runs.sealed("small", SEALED);
        runs.exchanges("small", 2, SEALED);

        assertThat(apply(policy(1, 1), after(2))).isEqualTo(new Removed(2, 2, 0));

        assertThat(runs.number("SELECT (SELECT count(*) FROM exchange_body) + (SELECT count(*) FROM token_slice)"
                        + " + (SELECT count(*) FROM item) + (SELECT count(*) FROM observation)"
                        + " + (SELECT count(*) FROM exchange) + (SELECT count(*) FROM run)"))
                .isZero();
    }

    @Test
    void keepsPinnedRunsOpenRunsAndTheLatestOfEachClientVersion() {
        runs.pinned("pinned", SEALED);
        runs.open("open");
        runs.sealed("answering", SEALED);
        runs.openExchange("answering", 9);
        runs.sealedBy("opencode", "client-1", SEALED);
        runs.sealedBy("opencode", "client-2", SEALED);
        runs.sealedBy("crush", "other-1", SEALED);
        for (String run : List.of("pinned", "open", "answering", "client-1", "client-2", "other-1")) {
            runs.exchanges(run, 2, SEALED);
        }

        apply(AFTER_ONE_AND_THREE, after(10));

        assertThat(Stream.of("pinned", "open", "answering", "client-1", "client-2", "other-1")
                        .filter(run -> runs.count("run", run) == 1))
                .containsExactly("pinned", "open", "answering", "client-2", "other-1")
                .allSatisfy(run -> {
                    assertThat(runs.count("exchange_body", run)).isEqualTo(2);
                    assertThat(runs.count("token_slice", run)).isEqualTo(2);
                });
        assertThat(runs.left("client-1"))
                .startsWith("0 bodies, 0 slices, 0 exchanges")
                .endsWith("0 runs");
    }

    @Test
    void aRunThatIsPinnedHalfwayStaysAsItIs() {
        runs.sealed("half", SEALED);
        runs.exchanges("half", 2, SEALED);
        apply(AFTER_ONE_AND_THREE, after(1.5));

        runs.update("UPDATE run SET pinned = true WHERE run_id = 'half'");
        apply(AFTER_ONE_AND_THREE, after(10));

        assertThat(runs.left("half")).isEqualTo("0 bodies, 0 slices, 2 exchanges, 2 items, 2 seen, 1 verdicts, 1 runs");
    }

    @Test
    void aDryRunChangesNothingAndCountsTheRunsOfAPass() {
        runs.sealed("one", after(-5));
        runs.exchanges("one", 3, SEALED);
        runs.sealed("two", after(-3));
        runs.exchanges("two", 60, SEALED);
        runs.sealed("young", SEALED);
        runs.pinned("pinned", after(-5));
        RetentionPolicy policy = policy(22, 24);
        String before = runs.everything();

        Removed counted = retention(policy).preview();

        assertThat(runs.everything()).isEqualTo(before);
        assertThat(counted).isEqualTo(new Removed(2, 1, 0));
        assertThat(retention(policy).apply()).contains(counted);
        assertThat(retention(policy).apply().orElseThrow().isNothing()).isTrue();
    }

    @Test
    void dropsADayWhenNoRowIsLeftInIt() {
        String day = runs.partition(SEALED);
        runs.sealed("one", SEALED);
        runs.exchanges("one", 2, SEALED);

        Removed early = apply(policy(2, 40), after(1.5));
        assertThat(runs.exists(day)).isTrue();
        Removed due = apply(policy(2, 40), after(3));

        assertThat(early.days()).isZero();
        assertThat(due.days()).isEqualTo(1);
        assertThat(runs.exists(day)).isFalse();
    }

    @Test
    void keepsADayThatMayStillBeWrittenTo() {
        String day = runs.partition(SEALED);

        assertThat(apply(policy(2, 40), after(2.5)).days()).isZero();
        assertThat(runs.exists(day)).isTrue();
        assertThat(apply(policy(2, 40), after(2.6)).days()).isEqualTo(1);
    }

    @Test
    void keepsADayWithRowsOfAPinnedRunAndDeletesTheOthersFromIt() {
        String day = runs.partition(SEALED);
        runs.sealed("going", SEALED);
        runs.exchanges("going", 2, SEALED);
        runs.pinned("pinned", SEALED);
        runs.exchanges("pinned", 3, SEALED);

        apply(AFTER_ONE_AND_THREE, after(10));

        assertThat(runs.exists(day)).isTrue();
        assertThat(runs.count(day, "pinned")).isEqualTo(3);
        assertThat(runs.count(day, "going")).isZero();
    }

    @Test
    void ofTwoAtOnceOneDoesIt() {
        for (int i = 0; i < 30; i++) {
            runs.sealed("run-" + i, SEALED);
            runs.exchanges("run-" + i, 1, SEALED);
        }

        List<CompletableFuture<Optional<Removed>>> passes = Stream.generate(() -> CompletableFuture.supplyAsync(
                        () -> retention(AFTER_ONE_AND_THREE).apply(after(10)),
                        work -> Thread.ofVirtual().start(work)))
                .limit(3)
                .toList();

        assertThat(passes.stream()
                        .flatMap(pass -> pass.join().stream())
                        .mapToLong(Removed::runs)
                        .sum())
                .isEqualTo(30);
    }

    @Test
    void doesNothingWhileAnotherProcessIsAtIt() throws SQLException {
        runs.sealed("old", SEALED);
        try (Connection other = database.getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtext('throughline_retention'))");

            assertThat(retention(AFTER_ONE_AND_THREE).apply(after(10))).isEmpty();
        }
        assertThat(runs.count("run", "old")).isEqualTo(1);
    }

    @Test
    void leavesALockedDayWithoutKeepingWritersAndDropsItNextTime() throws Exception {
        String day = runs.partition(SEALED);
        runs.sealed("one", SEALED);
        runs.exchanges("one", 1, SEALED);
        try (Connection reader = database.getConnection();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT count(*) FROM token_slice");
            CompletableFuture<Removed> pass =
                    CompletableFuture.supplyAsync(() -> apply(AFTER_ONE_AND_THREE, after(10)));
            int written = 0;
            long longest = 0;
            while (!pass.isDone()) {
                long began = System.nanoTime();
                runs.slice("writer", ++written, Instant.now());
                longest = Math.max(longest, System.nanoTime() - began);
            }

            assertThat(pass.join()).isEqualTo(new Removed(1, 1, 0));
            assertThat(written).isPositive();
            assertThat(Duration.ofNanos(longest)).isLessThan(Duration.ofSeconds(2));
        }
        assertThat(runs.exists(day)).isTrue();

        assertThat(apply(AFTER_ONE_AND_THREE, after(10))).isEqualTo(new Removed(0, 0, 1));

        assertThat(runs.exists(day)).isFalse();
    }

    private static Removed apply(RetentionPolicy policy, Instant now) {
        return retention(policy).apply(now).orElseThrow();
    }

    private static Retention retention(RetentionPolicy policy) {
        return new Retention(database, policy);
    }

    private static Instant after(double days) {
        return SEALED.plusSeconds((long) (days * 86_400));
    }

    private static RetentionPolicy policy(int contents, int runs) {
        return new RetentionPolicy(Optional.of(Duration.ofDays(contents)), Optional.of(Duration.ofDays(runs)));
    }
}
