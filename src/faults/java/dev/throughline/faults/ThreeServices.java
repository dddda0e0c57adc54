package dev.throughline.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.SseListener;
import dev.throughline.load.StreamLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Three services on one database, started at the same time on an empty one: what one does, the others know.
record ThreeServices() implements Fault {
    private static final Map<String, String> SETTINGS = Map.of("throughline.runs.sweep-interval", "200ms");

    private static final class Claims {
        private final List<String> broken = new ArrayList<>();

        void expect(boolean holds, String otherwise) {
            if (!holds) {
                broken.add(otherwise);
            }
        }
    }

    @Override
    public String name() {
        return "three-services";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        List<ServiceProcess> services = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            services.add(faultEnvironment.start(SETTINGS));
        }
        for (ServiceProcess serviceProcess : services) {
            serviceProcess.await();
        }
        var claims = new Claims();
        claims.expect(
                faultEnvironment.faultDatabase().number("SELECT count(*) FROM throughline_schema") == 1,
                "expected the schema to be created once");
        claims.expect(
                faultEnvironment.faultDatabase().number("SELECT count(*) FROM instance") == 3,
                "expected three instances");
        turns(services, claims);
        reset(services, claims);
        idle(faultEnvironment, services, claims);
        return new FaultOutcome(
                "three at once on an empty database; a turn at each; reset and idle sealing known to all",
                0,
                0,
                java.time.Duration.ZERO,
                claims.broken);
    }

    private static void turns(List<ServiceProcess> services, Claims claims) throws Exception {
        String run = services.get(0).open(Map.of("scenario", "chat"));
        var faultChatClient = new FaultChatClient(run);
        for (ServiceProcess serviceProcess : services) {
            faultChatClient.turn(serviceProcess);
        }
        JsonNode report = services.get(2).get("/r/" + run + "/v1/validation_report");
        claims.expect(
                report.path("verdict").asText().equals("PASS"),
                "expected PASS for a turn at each, found " + report.path("verdict") + " " + report.path("assessment"));
        claims.expect(
                services.get(1).get("/api/v1/runs/" + run).path("exchanges").asInt() == 3, "expected three exchanges");
    }

    private static void reset(List<ServiceProcess> services, Claims claims) throws Exception {
        String run = services.get(0).open(Map.of("scenario", "chat"));
        for (ServiceProcess serviceProcess : services) {
            SseListener.listen(serviceProcess.url(), run);
        }
        String fresh =
                services.get(0).post("/r/" + run + "/reset", "").path("run").asText();
        for (ServiceProcess serviceProcess : services) {
            new FaultChatClient(run).turn(serviceProcess);
        }
        JsonNode old = services.get(1).get("/api/v1/runs/" + run);
        JsonNode now = services.get(2).get("/api/v1/runs/" + fresh);
        claims.expect(old.path("exchanges").asInt() == 3, "requests after the reset went to the sealed run");
        claims.expect(now.path("exchanges").asInt() == 3, "expected three exchanges after the reset, found " + now);
    }

    private static void idle(FaultEnvironment faultEnvironment, List<ServiceProcess> services, Claims claims)
            throws Exception {
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            ServiceProcess serviceProcess = services.get(i % 3);
            String run = serviceProcess.open(Map.of("scenario", "chat", "idleTimeout", 1_000));
            new FaultChatClient(run).turn(serviceProcess);
            runs.add(run);
        }
        String open = "SELECT count(*) FROM run WHERE state <> 'SEALED' AND idle_timeout_ms = 1000";
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (faultEnvironment.faultDatabase().number(open) > 0 && System.nanoTime() < deadline) {
            StreamLoad.pause(100);
        }
        claims.expect(
                faultEnvironment.faultDatabase().number(open) == 0, "expected idle runs to be sealed within 20 s");
        long verdicts = faultEnvironment
                .faultDatabase()
                .number("SELECT count(*) FROM verdict WHERE run_id IN ('" + String.join("','", runs) + "')");
        claims.expect(verdicts == runs.size(), "expected a verdict for each of 30 idle runs, found " + verdicts);
    }
}
