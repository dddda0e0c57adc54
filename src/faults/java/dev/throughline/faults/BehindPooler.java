package dev.throughline.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The pools of two services lead to PgBouncer in transaction mode, which is killed once under their streams; both have
/// a session URL that bypasses it. A third service without a session URL answers as well.
record BehindPooler() implements Fault {
    private static final int STREAMS = 40;
    private static final int TURNS = 6;
    private static final String SESSION_URL = "THROUGHLINE_DATABASE_SESSION_URL";
    private static final Map<String, String> SETTINGS = Map.of(
            "throughline.runs.sweep-interval", "200ms",
            "throughline.retention.runs", "1s",
            "throughline.retention.interval", "1s");

    @Override
    public String name() {
        return "behind-pooler";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        Path folder = Files.createDirectory(faultEnvironment.folder().resolve("pooler"));
        int server = faultEnvironment.server().port();
        Map<String, String> session =
                Map.of(SESSION_URL, faultEnvironment.faultDatabase().url());
        int port = DatabaseServer.freePort();
        PoolerProcess pooler = PoolerProcess.start(folder, server, port);
        try {
            ServiceProcess near = faultEnvironment
                    .behind("127.0.0.1:" + port, SETTINGS, session)
                    .await();
            ServiceProcess far = faultEnvironment
                    .behind("127.0.0.1:" + port, SETTINGS, session)
                    .await();
            String run = near.open(Map.of("scenario", "long", "tokens", 200, "pace", 20));
            StreamLoad streams = StreamLoad.once(near.url(), run, STREAMS);
            faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
            StreamLoad.pause(1_000);
            pooler.close();
            StreamLoad.pause(500);
            pooler = PoolerProcess.start(folder, server, port);
            long returned = System.nanoTime();
            Duration recovery = FaultEnvironment.recovery(near, returned);
            FaultEnvironment.recovery(far, returned);
            List<StreamedAnswer> heard = streams.await(60);
            RecordAudit audit = RecordAudit.of(
                            heard, faultEnvironment.faultDatabase().settled(run, 10), Set.of("FAILED"))
                    .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected all streams to survive");
            turns(near, far, audit);
            retention(faultEnvironment, near, audit);
            audit.expect(near.stackTraces() + far.stackTraces() == 0, "expected no stack trace");
            faultEnvironment.stopServices();
            FaultEnvironment.recovery(faultEnvironment.behind(port, Map.of()).await(), System.nanoTime());
            return audit.damage(
                    "PgBouncer in transaction mode killed under %d streams: %d survived; live events, retention"
                            .formatted(
                                    STREAMS,
                                    heard.stream()
                                            .filter(StreamedAnswer::isDone)
                                            .count()),
                    recovery);
        } finally {
            pooler.close();
        }
    }

    /// Turns at one service are followed at the other, without the poll that would show them later.
    private static void turns(ServiceProcess near, ServiceProcess far, RecordAudit audit) throws Exception {
        String run = near.open(Map.of("scenario", "chat"));
        LiveEventFollower follower = LiveEventFollower.follow(far.url(), run);
        var client = new FaultChatClient(run);
        for (int turn = 1; turn <= TURNS; turn++) {
            client.turn(near);
        }
        audit.expect(follower.await(1 + 2 * TURNS, 5), "expected two events of each turn, heard " + follower.heard());
        JsonNode report = far.get("/r/" + run + "/v1/validation_report");
        audit.expect(
                report.path("verdict").asText().equals("PASS"),
                "expected PASS, found " + report.path("verdict") + " " + report.path("assessment"));
    }

    /// What was sealed goes once its time is over.
    private static void retention(FaultEnvironment faultEnvironment, ServiceProcess near, RecordAudit audit)
            throws Exception {
        String run = near.open(Map.of("scenario", "chat"));
        near.post("/api/v1/runs/" + run + "/seal", "");
        String kept = "SELECT count(*) FROM run WHERE run_id = '" + run + "'";
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (faultEnvironment.faultDatabase().number(kept) > 0 && System.nanoTime() < deadline) {
            StreamLoad.pause(100);
        }
        audit.expect(faultEnvironment.faultDatabase().number(kept) == 0, "expected retention to remove a run");
    }
}
