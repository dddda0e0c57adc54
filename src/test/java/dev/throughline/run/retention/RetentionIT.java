package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import dev.throughline.store.database.Database;
import dev.throughline.store.database.DatabaseException;
import dev.throughline.testing.PostgresResource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Retention on a separate PostgreSQL. The test controls the time: runs are sealed at `SEALED`.
class RetentionIT {
    private static final Instant SEALED = Instant.now()
            .truncatedTo(ChronoUnit.DAYS)
            .minus(20, ChronoUnit.DAYS)
            .plus(12, ChronoUnit.HOURS);
    private static final RetentionPolicy ONE_DAY_EACH = policy(1, 2, 3, 4);

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
        runs.update("TRUNCATE run, exchange, exchange_body, item, observation, observed_answer, verdict, token_slice"
                + " CASCADE");
    }

    @Test
    void takesBodiesThenTokensThenExchangesAndTheVerdictLast() {
        runs.sealed("old", SEALED);
        runs.exchanges("old", 3, SEALED);

        apply(ONE_DAY_EACH, after(0.5));
        assertThat(runs.left("old")).isEqualTo("3 bodies, 3 slices, 3 exchanges, 3 items, 6 seen, 1 verdicts, 1 runs");
        apply(ONE_DAY_EACH, after(1.5));
        assertThat(runs.left("old")).isEqualTo("0 bodies, 3 slices, 3 exchanges, 3 items, 6 seen, 1 verdicts, 1 runs");
        apply(ONE_DAY_EACH, after(2.5));
        assertThat(runs.left("old")).isEqualTo("0 bodies, 0 slices, 3 exchanges, 3 items, 6 seen, 1 verdicts, 1 runs");
        apply(ONE_DAY_EACH, after(3.5));
        assertThat(runs.left("old")).isEqualTo("0 bodies, 0 slices, 0 exchanges, 0 items, 0 seen, 1 verdicts, 1 runs");
        apply(ONE_DAY_EACH, after(4.5));
        assertThat(runs.left("old")).isEqualTo("0 bodies, 0 slices, 0 exchanges, 0 items, 0 seen, 0 verdicts, 0 runs");
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

        apply(ONE_DAY_EACH, after(10));

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
        apply(ONE_DAY_EACH, after(1.5));

        runs.update("UPDATE run SET pinned = true WHERE run_id = 'half'");
        apply(ONE_DAY_EACH, after(10));

        assertThat(runs.left("half")).isEqualTo("0 bodies, 2 slices, 2 exchanges, 2 items, 4 seen, 1 verdicts, 1 runs");
    }

    @Test
    void aDryRunChangesNothingAndSaysWhatAPassRemoves() {
        runs.partition(SEALED);
        runs.sealed("one", SEALED);
        runs.exchanges("one", 3, SEALED);
        runs.sealed("two", SEALED);
        runs.exchanges("two", 60, after(1));
        runs.pinned("pinned", SEALED);
        runs.exchanges("pinned", 2, after(1));
        String before = runs.everything();

        List<RemovalReport> reports = retention(ONE_DAY_EACH).preview(after(10));

        assertThat(runs.everything()).isEqualTo(before);
        assertThat(reports).extracting(RemovalReport::step).containsExactly(RetentionStep.values());
        assertThat(reports).extracting(RemovalReport::runs).containsOnly(2L);
        assertThat(reports).extracting(RemovalReport::rows).containsExactly(63L, 60L, 252L, 2L);
        assertThat(reports).extracting(RemovalReport::partitions).containsExactly(0L, 1L, 0L, 0L);
        assertThat(reports)
                .allSatisfy(removalReport -> assertThat(removalReport.bytes()).isPositive());
        assertThat(apply(ONE_DAY_EACH, after(10))).isEqualTo(reports);
        assertThat(apply(ONE_DAY_EACH, after(10))).allMatch(RemovalReport::isEmpty);
    }

    @Test
    void dropsADayWhenNoRunInItStays() {
        String day = runs.partition(SEALED);
        runs.sealed("one", SEALED);
        runs.exchanges("one", 2, SEALED);
        runs.slice("deleted-long-ago", 1, SEALED);

        List<RemovalReport> early = apply(policy(1, 2, 30, 40), after(1.5));
        assertThat(runs.exists(day)).isTrue();
        List<RemovalReport> due = apply(policy(1, 2, 30, 40), after(3));

        assertThat(early.get(1).partitions()).isZero();
        assertThat(due.get(1).partitions()).isEqualTo(1);
        assertThat(due.get(1).partitionBytes()).isPositive();
        assertThat(runs.exists(day)).isFalse();
    }

    @Test
    void keepsADayWithRowsOfAPinnedRunAndDeletesTheOthersFromIt() {
        String day = runs.partition(SEALED);
        runs.sealed("going", SEALED);
        runs.exchanges("going", 2, SEALED);
        runs.pinned("pinned", SEALED);
        runs.exchanges("pinned", 3, SEALED);

        apply(ONE_DAY_EACH, after(10));

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

        List<CompletableFuture<Optional<List<RemovalReport>>>> passes = Stream.generate(
                        () -> CompletableFuture.supplyAsync(
                                () -> retention(ONE_DAY_EACH).apply(after(10)),
                                work -> Thread.ofVirtual().start(work)))
                .limit(3)
                .toList();

        assertThat(passes.stream()
                        .flatMap(pass -> pass.join().stream())
                        .flatMap(List::stream)
                        .filter(removalReport -> removalReport.step() == RetentionStep.VERDICTS)
                        .mapToLong(RemovalReport::runs)
                        .sum())
                .isEqualTo(30);
    }

    @Test
    void doesNothingWhileAnotherProcessIsAtIt() throws SQLException {
        runs.sealed("old", SEALED);
        try (Connection other = database.getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtext('throughline_retention'))");

            assertThat(retention(ONE_DAY_EACH).apply(after(10))).isEmpty();
        }
        assertThat(runs.count("run", "old")).isEqualTo(1);
    }

    @Test
    void givesUpALockedDayWithoutKeepingWritersAndDropsItNextTime() throws Exception {
        String day = runs.partition(SEALED);
        runs.sealed("one", SEALED);
        runs.exchanges("one", 1, SEALED);
        try (Connection reader = database.getConnection();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT count(*) FROM token_slice");
            CompletableFuture<List<RemovalReport>> pass =
                    CompletableFuture.supplyAsync(() -> apply(ONE_DAY_EACH, after(10)));
            int written = 0;
            long longest = 0;
            while (!pass.isDone()) {
                long began = System.nanoTime();
                runs.slice("writer", ++written, Instant.now());
                longest = Math.max(longest, System.nanoTime() - began);
            }

            assertThatThrownBy(pass::join).hasCauseInstanceOf(DatabaseException.class);
            assertThat(written).isPositive();
            assertThat(Duration.ofNanos(longest)).isLessThan(Duration.ofSeconds(2));
        }
        assertThat(runs.left("one")).startsWith("0 bodies, 1 slices, 1 exchanges");

        apply(ONE_DAY_EACH, after(10));

        assertThat(runs.exists(day)).isFalse();
        assertThat(runs.count("run", "one")).isZero();
    }

    private static List<RemovalReport> apply(RetentionPolicy policy, Instant now) {
        return retention(policy).apply(now).orElseThrow();
    }

    private static Retention retention(RetentionPolicy policy) {
        return new Retention(database, policy, Pacings.quick());
    }

    private static Instant after(double days) {
        return SEALED.plusSeconds((long) (days * 86_400));
    }

    private static RetentionPolicy policy(int bodies, int tokens, int exchanges, int verdicts) {
        Map<RetentionStep, Duration> keep = new EnumMap<>(RetentionStep.class);
        keep.put(RetentionStep.BODIES, Duration.ofDays(bodies));
        keep.put(RetentionStep.TOKENS, Duration.ofDays(tokens));
        keep.put(RetentionStep.EXCHANGES, Duration.ofDays(exchanges));
        keep.put(RetentionStep.VERDICTS, Duration.ofDays(verdicts));
        return new RetentionPolicy(keep);
    }
}
