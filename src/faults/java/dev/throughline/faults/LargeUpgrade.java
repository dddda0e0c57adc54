package dev.throughline.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.load.FaultDatabase;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/// A database that the first version filled is brought to today's schema while another process writes to it: nothing is
/// lost, everything can be read, and the writer waits for some seconds at most.
record LargeUpgrade() implements Fault {
    private static final int RUNS = 25_000;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final String CONTENT = """
            SELECT (SELECT count(*) FROM run) * 31 + (SELECT count(*) FROM exchange) * 17
                + (SELECT count(*) FROM exchange_body) * 13 + (SELECT count(*) FROM item) * 11
                + (SELECT count(*) FROM observation) * 7 + (SELECT count(*) FROM verdict)
                + (SELECT sum(length(convert_to(text, 'UTF8'))) FROM stream_token)""";
    private static final String DEADLOCK = "40P01";
    private static final String TOKENS = "SELECT count(*) FROM stream_token";

    @Override
    public String name() {
        return "large-upgrade";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        String recorded = record(faultEnvironment);
        FaultDatabase faultDatabase = faultEnvironment.faultDatabase();
        new FirstSchema(faultDatabase).make(RUNS);
        long content = faultDatabase.number(CONTENT);
        long tokens = faultDatabase.number(TOKENS);
        long exchanges = faultDatabase.number("SELECT count(*) FROM exchange");
        var isUpgraded = new AtomicBoolean();
        CompletableFuture<Duration> writer = writer(faultDatabase, isUpgraded);
        long began = System.nanoTime();
        ServiceProcess serviceProcess = faultEnvironment.start(Map.of()).await();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        isUpgraded.set(true);
        Duration waited = writer.join();
        List<String> unreadable = unreadable(serviceProcess, recorded);
        return RecordAudit.of(List.of(), Map.of(), Set.of())
                .expect(faultDatabase.number(CONTENT) == content, "the content is not what it was")
                .expect(unreadable.isEmpty(), "could not be read: " + unreadable)
                .expect(waited.compareTo(LONGEST_WAIT) < 0, "a writer waited " + waited)
                .damage(
                        "%,d runs, %,d exchanges, %,d tokens from V1: ready after %.1f s, a writer waited %.1f s"
                                .formatted(RUNS, exchanges, tokens, took.toMillis() / 1e3, waited.toMillis() / 1e3),
                        took);
    }

    /// A conversation that was recorded and sealed; gives its id.
    private static String record(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String run = serviceProcess.open(Map.of("scenario", "chat", "label", "of old"));
        var faultChatClient = new FaultChatClient(run);
        faultChatClient.turn(serviceProcess);
        faultChatClient.turn(serviceProcess);
        serviceProcess.post("/api/v1/runs/" + run + "/seal", "");
        serviceProcess.terminate(20);
        return run;
    }

    /// Writes as a service of the version before does, until the upgrade is over; gives the longest time for a write.
    private static CompletableFuture<Duration> writer(FaultDatabase faultDatabase, AtomicBoolean isOver) {
        return CompletableFuture.supplyAsync(() -> {
            long longest = 0;
            while (!isOver.get()) {
                long began = System.nanoTime();
                while (!isWritten(faultDatabase)) {
                    StreamLoad.pause(20);
                }
                longest = Math.max(longest, System.nanoTime() - began);
                StreamLoad.pause(20);
            }
            return Duration.ofNanos(longest);
        });
    }

    /// Whether a write was done; what ends a deadlock with the migration is written again, as the journal does.
    private static boolean isWritten(FaultDatabase faultDatabase) {
        try {
            faultDatabase.execute("UPDATE exchange SET error = error WHERE number = 1 AND run_id ="
                    + " (SELECT run_id FROM run ORDER BY run_id LIMIT 1)");
            return true;
        } catch (SQLException e) {
            if (DEADLOCK.equals(e.getSQLState())) {
                return false;
            }
            throw new IllegalStateException(e);
        }
    }

    private static List<String> unreadable(ServiceProcess serviceProcess, String recorded) throws Exception {
        List<String> unreadable = new ArrayList<>();
        for (int place : new int[] {1, RUNS / 2, RUNS}) {
            String path = "/api/v1/runs/" + FirstSchema.copy(recorded, place);
            JsonNode run = serviceProcess.get(path);
            JsonNode report = serviceProcess.get(path + "/report?format=json");
            JsonNode first = serviceProcess.get(path + "/exchanges/1");
            JsonNode token = serviceProcess.line(path + "/exchanges/1/tokens");
            boolean isWhole = run.path("label").asText().equals("of old")
                    && run.path("exchanges").asInt() == 2
                    && report.path("verdict").asText().equals("PASS")
                    && report.path("total").asInt() > 0
                    && first.path("outcome").asText().equalsIgnoreCase("completed")
                    && token.path("seq").isInt();
            if (!isWhole) {
                unreadable.add(run + " " + report.path("assessment") + " " + first.path("outcome") + " " + token);
            }
        }
        return unreadable;
    }
}
