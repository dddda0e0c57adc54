package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.SseListener;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The database stays away for longer than a commit is tried: streams end with an error then, long before their own
/// end, and when it is back their exchanges say so.
record DatabaseAway() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "database-away";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment
                .start(Map.of("throughline.journal.retry-for", "2s", "throughline.journal.write-timeout", "1s"))
                .await();
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 5_000, "pace", 20));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_500);
        long away = System.nanoTime();
        faultEnvironment.server().stop();
        List<StreamedAnswer> heard = streamLoad.await(30);
        Duration given = Duration.ofNanos(System.nanoTime() - away);
        StreamedAnswer refused = SseListener.listen(serviceProcess.url(), run);
        long returned = System.nanoTime();
        faultEnvironment.server().start();
        Duration recovery = FaultEnvironment.recovery(serviceProcess, returned);
        RecordAudit recordAudit = RecordAudit.of(
                        heard, faultEnvironment.faultDatabase().settled(run, 20), Set.of("FAILED", "INTERRUPTED"))
                .expect(heard.stream().noneMatch(StreamedAnswer::isDone), "expected no stream to end well")
                .expect(heard.stream().allMatch(StreamedAnswer::hasError), "expected every stream to end with an error")
                .expect(
                        given.toSeconds() < 20,
                        "expected the streams to end when the loss was known, not after " + given)
                .expect(refused.status() == 503, "expected 503 for a new request, found " + refused.status());
        return FaultOutcome.of(
                "PostgreSQL away for over 2 s under %d streams: %d got an error by %.1f s, new ones %d"
                        .formatted(
                                STREAMS,
                                heard.stream().filter(StreamedAnswer::hasError).count(),
                                given.toMillis() / 1e3,
                                refused.status()),
                recordAudit,
                recovery);
    }
}
