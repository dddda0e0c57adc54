package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The file system with the tables has no room left, twice: for a moment, which streams survive, and for longer than a
/// commit is tried, which ends them with an error.
record DatabaseFull() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "database-full";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var disk = SmallDisk.mount(faultEnvironment.folder().resolve("small"), 64)) {
            faultEnvironment.server().execute("CREATE TABLESPACE small LOCATION '" + disk.folder() + "'");
            faultEnvironment
                    .server()
                    .execute(
                            "ALTER DATABASE " + faultEnvironment.faultDatabase().name() + " SET TABLESPACE small");
            try {
                return fill(faultEnvironment, disk);
            } finally {
                faultEnvironment.stopServices();
                disk.free();
                faultEnvironment
                        .server()
                        .execute("DROP DATABASE "
                                + faultEnvironment.faultDatabase().name() + " WITH (FORCE)");
                faultEnvironment.server().execute("DROP TABLESPACE small");
            }
        }
    }

    private static FaultOutcome fill(FaultEnvironment faultEnvironment, SmallDisk disk) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment
                .start(Map.of("throughline.journal.retry-for", "4s", "throughline.journal.write-timeout", "1s"))
                .await();
        String brief = serviceProcess.open(Map.of("scenario", "long", "tokens", 150, "pace", 20));
        List<StreamedAnswer> survivors = stream(faultEnvironment, serviceProcess, brief, disk, 2_000);
        RecordAudit spared =
                RecordAudit.of(survivors, faultEnvironment.faultDatabase().settled(brief, 10), Set.of());
        String lasting = serviceProcess.open(Map.of("scenario", "long", "tokens", 800, "pace", 20));
        List<StreamedAnswer> victims = stream(faultEnvironment, serviceProcess, lasting, disk, 9_000);
        Duration recovery = FaultEnvironment.recovery(serviceProcess, System.nanoTime());
        RecordAudit lost =
                RecordAudit.of(victims, faultEnvironment.faultDatabase().settled(lasting, 10), Set.of("FAILED"));
        return lost.expect(spared.broken().isEmpty(), spared.broken().toString())
                .expect(survivors.stream().allMatch(StreamedAnswer::isDone), "expected all streams to survive 2 s")
                .expect(
                        victims.stream().allMatch(one -> one.hasError() && !one.isDone()),
                        "expected every stream to end with an error, "
                                + victims.stream()
                                        .filter(StreamedAnswer::isDone)
                                        .count() + " did not")
                .damage(
                        "disk full for 2 s under %d streams: %d survived; for 9 s, 4 allowed: %d of %d got an error"
                                .formatted(
                                        STREAMS,
                                        survivors.stream()
                                                .filter(StreamedAnswer::isDone)
                                                .count(),
                                        victims.stream()
                                                .filter(StreamedAnswer::hasError)
                                                .count(),
                                        STREAMS),
                        recovery);
    }

    private static List<StreamedAnswer> stream(
            FaultEnvironment faultEnvironment, ServiceProcess serviceProcess, String run, SmallDisk disk, int millis)
            throws Exception {
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(500);
        disk.fill();
        StreamLoad.pause(millis);
        disk.free();
        return streamLoad.await(30);
    }
}
