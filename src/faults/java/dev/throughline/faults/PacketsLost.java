package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.SseListener;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Every packet between the service and PostgreSQL is lost for a while, as if a cable were pulled: no
/// connection is closed or reset. The service closes its connections after its timeout for unacknowledged
/// data (`PostgresPoolCreator`), long before the kernel would, and continues with new ones.
record PacketsLost() implements Fault {
    private static final int STREAMS = 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LOST = Duration.ofSeconds(50);
    private static final int UNAVAILABLE = 503;

    @Override
    public String name() {
        return "packets-lost";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var relay = new CommitRelay(faultEnvironment.server().port());
                var packets = PacketFilter.of(relay.port())) {
            ServiceProcess serviceProcess =
                    faultEnvironment.behind(relay.port(), Map.of()).await();
            String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 5_000, "pace", 20));
            StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
            faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
            StreamLoad.pause(1_500);
            long lost = System.nanoTime();
            packets.lose();
            StreamLoad.pause(2_000);
            Set<Integer> stuck = packets.unacknowledged();
            Duration noticed = gone(packets, stuck, lost);
            StreamedAnswer refused = SseListener.listen(serviceProcess.url(), run);
            while (System.nanoTime() - lost < LOST.toNanos()) {
                StreamLoad.pause(100);
            }
            long back = System.nanoTime();
            packets.pass();
            Duration recovery = FaultEnvironment.recovery(serviceProcess, back);
            List<StreamedAnswer> heard = streamLoad.await(60);
            long ended = heard.stream().filter(StreamedAnswer::hasError).count();
            return RecordAudit.of(
                            heard, faultEnvironment.faultDatabase().settled(run, 60), Set.of("FAILED", "INTERRUPTED"))
                    .expect(!stuck.isEmpty(), "expected connections with data that nobody acknowledges")
                    .expect(
                            noticed.compareTo(TIMEOUT.plusSeconds(8)) < 0,
                            "expected them to be given up after " + TIMEOUT.toSeconds() + " s, not after " + noticed)
                    .expect(heard.stream().noneMatch(StreamedAnswer::isDone), "expected no stream to end well")
                    .expect(ended == STREAMS, "expected every stream to end with an error, found " + ended)
                    .expect(
                            refused.status() == UNAVAILABLE,
                            "expected 503 for a new request, found " + refused.status())
                    .expect(recovery.toSeconds() < 10, "expected a good answer soon, not after " + recovery)
                    .damage(
                            "every packet to PostgreSQL lost for %d s under %d streams: %d connections given up after"
                                            .formatted(LOST.toSeconds(), STREAMS, stuck.size())
                                    + " %.1f s, %d streams got an error".formatted(noticed.toMillis() / 1e3, ended),
                            recovery);
        }
    }

    /// The time until none of these connections is open any more.
    private static Duration gone(PacketFilter packets, Set<Integer> stuck, long since) throws Exception {
        long deadline = since + TimeUnit.SECONDS.toNanos(48);
        Set<Integer> left = new HashSet<>(stuck);
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            StreamLoad.pause(100);
            left.retainAll(packets.unacknowledged());
        }
        return Duration.ofNanos(System.nanoTime() - since);
    }
}
