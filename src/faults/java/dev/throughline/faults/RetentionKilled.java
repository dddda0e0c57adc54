package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// `retention --now` over 100,000 runs of one version is killed and terminated repeatedly: none of it
/// continues in PostgreSQL, and the remaining data is consistent.
record RetentionKilled() implements Fault {
    private static final int RUNS = 100_000;
    private static final int TIMES = 6;
    private static final String FILL = """
            INSERT INTO run (run_id, state, mode, label, client_name, client_version, settings, exchanges, created,
                last_active, idle_timeout_ms, sealed, signature_key)
            SELECT 'run-' || lpad(i::text, 8, '0'), 'SEALED', 'STUB', '', 'opencode', '1.0', '{}', 1, now(), now(),
                1000, now() - interval '20 days', '' FROM generate_series(1, %d) i""".formatted(RUNS);
    private static final String EXCHANGES = """
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome)
            SELECT run_id, 1, 'gone', now(), 'ANTHROPIC', 'POST', '/', '', true, false, '', 1, '{}', '{}', '', '',
                'COMPLETED' FROM run""";
    private static final String AT_WORK =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    private static final String STEPS = "SELECT count(*) FROM run WHERE NOT has_contents";
    private static final String TORN = "SELECT (SELECT count(*) FROM exchange e WHERE NOT EXISTS (SELECT 1 FROM run r"
            + " WHERE r.run_id = e.run_id)) + (SELECT count(*) FROM run r WHERE NOT EXISTS (SELECT 1"
            + " FROM exchange e WHERE e.run_id = r.run_id))";

    @Override
    public String name() {
        return "retention-killed";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        faultEnvironment.serve().terminate(20);
        FaultDatabase faultDatabase = faultEnvironment.faultDatabase();
        faultDatabase.execute(FILL);
        faultDatabase.execute(EXCHANGES);
        faultDatabase.execute("ANALYZE");
        long longest = 0;
        for (int time = 0; time < TIMES; time++) {
            Process command = retention(faultDatabase.url(), "--now");
            awaitProgress(faultDatabase);
            if (time % 2 == 0) {
                command.destroyForcibly();
            } else {
                command.destroy();
            }
            long ended = System.nanoTime();
            command.waitFor(20, TimeUnit.SECONDS);
            awaitEnd(faultDatabase);
            longest = Math.max(longest, System.nanoTime() - ended);
        }
        long torn = faultDatabase.number(TORN);
        long left = faultDatabase.number("SELECT count(*) FROM run WHERE has_contents");
        Duration over = Duration.ofNanos(longest);
        return RecordAudit.of(List.of(), Map.of(), Set.of())
                .expect(torn == 0, torn + " runs are torn")
                .expect(left < RUNS, "expected some contents to be gone")
                .expect(over.toSeconds() < 10, "a statement went on for " + over)
                .damage(
                        "%d times SIGKILL or SIGTERM of retention over %,d runs of one version: %,d done"
                                .formatted(TIMES, RUNS, RUNS - left),
                        over);
    }

    private static void awaitProgress(FaultDatabase faultDatabase) throws Exception {
        long before = faultDatabase.number(STEPS);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (faultDatabase.number(STEPS) == before && System.nanoTime() < deadline) {
            StreamLoad.pause(20);
        }
    }

    private static void awaitEnd(FaultDatabase faultDatabase) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (faultDatabase.number(AT_WORK) > 0 && System.nanoTime() < deadline) {
            StreamLoad.pause(20);
        }
    }

    private static Process retention(String database, String mode) throws Exception {
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        "target/quarkus-app/quarkus-run.jar",
                        "retention",
                        mode,
                        "--runs",
                        "1d")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("THROUGHLINE_DATABASE_URL", database);
        return builder.start();
    }
}
