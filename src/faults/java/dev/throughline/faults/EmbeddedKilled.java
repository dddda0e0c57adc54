package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The PostgreSQL that the service started is killed under load, its postmaster alone and all of its processes by
/// turns:
/// the service starts it again, and all streams survive.
record EmbeddedKilled() implements Fault {
    private static final int STREAMS = 30;
    private static final int TIMES = 4;

    @Override
    public String name() {
        return "embedded-killed";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        var embedded = new EmbeddedDatabase(faultEnvironment.folder().resolve("embedded-killed"));
        ServiceProcess serviceProcess =
                faultEnvironment.start(Map.of(), embedded.environment()).await();
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 1_500, "pace", 10));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        embedded.database().awaitExchanges(run, STREAMS);
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < TIMES; i++) {
            StreamLoad.pause(1_500);
            long killed = System.nanoTime();
            if (i % 2 == 0) {
                embedded.killPostmaster();
            } else {
                embedded.killAll();
            }
            Duration recovery = FaultEnvironment.recovery(serviceProcess, killed);
            slowest = recovery.compareTo(slowest) > 0 ? recovery : slowest;
        }
        List<StreamedAnswer> heard = streamLoad.await(120);
        long done = heard.stream().filter(StreamedAnswer::isDone).count();
        RecordAudit recordAudit = RecordAudit.of(heard, embedded.database().settled(run, 10), Set.of())
                .expect(done == STREAMS, "expected all streams to survive")
                .expect(
                        serviceProcess.stackTraces() == 0,
                        "expected no stack trace, found " + serviceProcess.stackTraces());
        int exit = serviceProcess.terminate(30);
        recordAudit.expect(exit == 143 || exit == 0, "expected an orderly end, found exit code " + exit);
        return FaultOutcome.of(
                "embedded PostgreSQL killed %d times under %d streams: %d survived".formatted(TIMES, STREAMS, done),
                recordAudit,
                slowest);
    }
}
