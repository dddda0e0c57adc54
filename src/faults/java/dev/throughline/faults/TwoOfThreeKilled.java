package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Two of three services on one database are killed at the same moment, all three with streams of one run: the third
/// goes on, and closes what the others left open.
record TwoOfThreeKilled() implements Fault {
    private static final int STREAMS = 20;
    private static final Map<String, String> SETTINGS =
            Map.of("throughline.runs.heartbeat-interval", "500ms", "throughline.runs.instance-timeout", "3s");

    @Override
    public String name() {
        return "two-of-three-killed";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        List<ServiceProcess> services = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            services.add(faultEnvironment.start(SETTINGS).await());
        }
        ServiceProcess third = services.getLast();
        String run = third.open(Map.of("scenario", "long", "tokens", 400, "pace", 20));
        List<StreamLoad> loads = services.stream()
                .map(serviceProcess -> StreamLoad.once(serviceProcess.url(), run, STREAMS))
                .toList();
        faultEnvironment.faultDatabase().awaitExchanges(run, 3 * STREAMS);
        StreamLoad.pause(1_500);
        long killed = System.nanoTime();
        ServiceProcess.killAll(services.subList(0, 2));
        Duration recovery = FaultEnvironment.recovery(third, killed);
        List<StreamedAnswer> heard = new ArrayList<>();
        for (StreamLoad streamLoad : loads) {
            heard.addAll(streamLoad.await(60));
        }
        Map<Integer, FaultDatabase.Stored> stored =
                faultEnvironment.faultDatabase().settled(run, 20);
        long interrupted = stored.values().stream()
                .filter(one -> one.outcome().equals("INTERRUPTED"))
                .count();
        RecordAudit recordAudit = RecordAudit.of(heard, stored, Set.of("INTERRUPTED"))
                .expect(
                        loads.getLast().soFar().stream().allMatch(StreamedAnswer::isDone),
                        "expected all streams of the third service to end well")
                .expect(
                        interrupted == 2 * STREAMS,
                        "expected " + 2 * STREAMS + " answers INTERRUPTED, found " + interrupted)
                .expect(
                        faultEnvironment.faultDatabase().number("SELECT count(*) FROM instance") == 1,
                        "expected the third service alone to be registered");
        return FaultOutcome.of(
                "two of three services killed at once, %d streams each: the third's survived, %d were closed"
                        .formatted(STREAMS, interrupted),
                recordAudit,
                recovery);
    }
}
