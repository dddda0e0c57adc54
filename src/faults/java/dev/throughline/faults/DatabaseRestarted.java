package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The database is stopped under load and started within the time that is allowed: all streams survive, and none ends
/// while it is away.
record DatabaseRestarted() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "database-restarted";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 200, "pace", 20));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_500);
        faultEnvironment.server().stop();
        long away = System.nanoTime();
        StreamLoad.pause(4_000);
        long early = streamLoad.soFar().stream()
                .filter(one -> one.isDone() && one.endNanos() > away)
                .count();
        long returned = System.nanoTime();
        faultEnvironment.server().start();
        List<StreamedAnswer> heard = streamLoad.await(40);
        Duration recovery = Duration.ofNanos(
                heard.stream().mapToLong(StreamedAnswer::endNanos).max().orElse(returned) - returned);
        RecordAudit recordAudit = RecordAudit.of(
                        heard, faultEnvironment.faultDatabase().settled(run, 10), Set.of())
                .expect(early == 0, early + " answers ended while the database was away")
                .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected all streams to survive");
        return FaultOutcome.of(
                "PostgreSQL stopped for 4 s under %d streams, which would have ended meanwhile: %d survived"
                        .formatted(
                                STREAMS,
                                heard.stream().filter(StreamedAnswer::isDone).count()),
                recordAudit,
                recovery);
    }
}
