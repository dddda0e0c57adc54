package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The database's processes are killed in the middle of commits, and recover from its log: all streams survive.
record DatabaseKilled() implements Fault {
    private static final int STREAMS = 50;
    private static final int TIMES = 3;

    @Override
    public String name() {
        return "database-killed";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 1_500, "pace", 5));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
        long returned = 0;
        for (int i = 0; i < TIMES; i++) {
            StreamLoad.pause(1_500);
            faultEnvironment.server().kill();
            returned = System.nanoTime();
            faultEnvironment.server().start();
        }
        Duration recovery = FaultEnvironment.recovery(serviceProcess, returned);
        List<StreamedAnswer> heard = streamLoad.await(60);
        RecordAudit recordAudit = RecordAudit.of(
                        heard, faultEnvironment.faultDatabase().settled(run, 10), Set.of())
                .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected all streams to survive")
                .expect(
                        serviceProcess.stackTraces() == 0,
                        "expected no stack trace, found " + serviceProcess.stackTraces());
        return FaultOutcome.of(
                "PostgreSQL killed %d times in the middle of commits of %d streams: %d survived"
                        .formatted(
                                TIMES,
                                STREAMS,
                                heard.stream().filter(StreamedAnswer::isDone).count()),
                recordAudit,
                recovery);
    }
}
