package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The clock of one service jumps ahead by forty days while retention keeps seven: nothing goes, and no run is sealed
/// as idle. What is due by the database's clock goes all the same.
record ClockSetForward() implements Fault {
    private static final Duration AHEAD = Duration.ofDays(40);
    private static final int RUNS = 10;
    private static final Map<String, String> SETTINGS = Map.of(
            "throughline.retention.runs", "7d",
            "throughline.retention.interval", "200ms",
            "throughline.runs.sweep-interval", "200ms");

    @Override
    public String name() {
        return "clock-set-forward";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        FakeClock clock = FakeClock.in(faultEnvironment.folder());
        ServiceProcess serviceProcess =
                faultEnvironment.start(SETTINGS, clock.environment()).await();
        for (int i = 0; i < RUNS; i++) {
            String run = recorded(serviceProcess);
            serviceProcess.post("/api/v1/runs/" + run + "/seal", "");
        }
        String open = recorded(serviceProcess);
        String old = recorded(serviceProcess);
        serviceProcess.post("/api/v1/runs/" + old + "/seal", "");
        clock.setForward(AHEAD);
        StreamLoad.pause(1_500);
        FaultDatabase faultDatabase = faultEnvironment.faultDatabase();
        faultDatabase.execute("UPDATE run SET sealed = now() - interval '8 days' WHERE run_id = '" + old + "'");
        long since = System.nanoTime();
        for (int tries = 0; tries < 100 && runs(faultDatabase, "run_id = '" + old + "'") > 0; tries++) {
            StreamLoad.pause(100);
        }
        Duration recovery = Duration.ofNanos(System.nanoTime() - since);
        long sealed = runs(faultDatabase, "state = 'SEALED'");
        long bodies = faultDatabase.number("SELECT count(*) FROM exchange_body");
        return RecordAudit.of(List.of(), Map.of(), Set.of())
                .expect(sealed == RUNS, "expected " + RUNS + " sealed runs, found " + sealed)
                .expect(bodies == 2L * (RUNS + 1), "expected " + 2 * (RUNS + 1) + " request bodies, found " + bodies)
                .expect(
                        runs(faultDatabase, "state = 'RUNNING' AND run_id = '" + open + "'") == 1,
                        "an open run was sealed")
                .expect(runs(faultDatabase, "run_id = '" + old + "'") == 0, "what was due did not go")
                .damage(
                        "forty days ahead with retention of seven: %d of %d runs stayed, one that was due went"
                                .formatted(sealed + 1, RUNS + 1),
                        recovery);
    }

    private static String recorded(ServiceProcess serviceProcess) throws Exception {
        String run = serviceProcess.open(Map.of("scenario", "chat", "idleTimeout", "PT30M"));
        var faultChatClient = new FaultChatClient(run);
        faultChatClient.turn(serviceProcess);
        faultChatClient.turn(serviceProcess);
        return run;
    }

    private static long runs(FaultDatabase faultDatabase, String condition) throws Exception {
        return faultDatabase.number("SELECT count(*) FROM run WHERE " + condition);
    }
}
