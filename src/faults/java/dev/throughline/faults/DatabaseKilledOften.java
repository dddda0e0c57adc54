package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The database's processes are killed repeatedly while short answers begin and end, so that numbers are
/// assigned twice: each answer that a client saw end is the one that is recorded.
record DatabaseKilledOften() implements Fault {
    private static final int STREAMS = 16;
    private static final int TIMES = 20;

    @Override
    public String name() {
        return "database-killed-often";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String run = serviceProcess.open(Map.of("scenario", "chat", "maxRequests", 1_000_000));
        StreamLoad streamLoad = StreamLoad.endless(serviceProcess.url(), run, STREAMS);
        long returned = 0;
        for (int i = 0; i < TIMES; i++) {
            StreamLoad.pause(400);
            faultEnvironment.server().kill();
            returned = System.nanoTime();
            faultEnvironment.server().start();
            FaultEnvironment.recovery(serviceProcess, returned);
        }
        Duration recovery = FaultEnvironment.recovery(serviceProcess, returned);
        List<StreamedAnswer> heard = streamLoad.await(60);
        RecordAudit recordAudit = RecordAudit.of(
                        heard, faultEnvironment.faultDatabase().settled(run, 20), Set.of("FAILED", "CLIENT_GONE"))
                .expect(
                        serviceProcess.stackTraces() == 0,
                        "expected no stack trace, found " + serviceProcess.stackTraces());
        return FaultOutcome.of(
                "PostgreSQL killed %d times under %d clients of short answers: %d of %d ended well"
                        .formatted(
                                TIMES,
                                STREAMS,
                                heard.stream().filter(StreamedAnswer::isDone).count(),
                                heard.size()),
                recordAudit,
                recovery);
    }
}
