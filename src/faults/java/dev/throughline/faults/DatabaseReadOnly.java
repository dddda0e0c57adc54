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

/// The database takes no writes for a while, as after a failover or when its disk is full: streams wait and survive,
/// new requests are refused in their dialect.
record DatabaseReadOnly() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "database-read-only";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 150, "pace", 20));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_500);
        readOnly(faultEnvironment, true);
        long since = System.nanoTime();
        StreamedAnswer refused = SseListener.listen(serviceProcess.url(), run);
        StreamLoad.pause(3_000);
        long early = streamLoad.soFar().stream()
                .filter(one -> one.isDone() && one.endNanos() > since)
                .count();
        long returned = System.nanoTime();
        readOnly(faultEnvironment, false);
        Duration recovery = FaultEnvironment.recovery(serviceProcess, returned);
        List<StreamedAnswer> heard = streamLoad.await(40);
        RecordAudit recordAudit = RecordAudit.of(
                        heard, faultEnvironment.faultDatabase().settled(run, 10), Set.of("FAILED"))
                .expect(early == 0, early + " answers ended while nothing could be written")
                .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected all streams to survive")
                .expect(refused.status() == 503, "expected 503 for a new request, found " + refused.status());
        return FaultOutcome.of(
                "read-only for 3 s under %d streams: %d survived, new requests got %d"
                        .formatted(
                                STREAMS,
                                heard.stream().filter(StreamedAnswer::isDone).count(),
                                refused.status()),
                recordAudit,
                recovery);
    }

    /// Sessions that are open have begun without the setting: they are ended.
    private static void readOnly(FaultEnvironment faultEnvironment, boolean isOn) throws Exception {
        try (var connection = faultEnvironment.server().connect("postgres");
                var statement = connection.createStatement()) {
            String name = faultEnvironment.faultDatabase().name();
            statement.execute(
                    "ALTER DATABASE " + name + " SET default_transaction_read_only = " + (isOn ? "on" : "off"));
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'");
        }
    }
}
