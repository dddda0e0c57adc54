package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The file system with the embedded PostgreSQL has no room left, so that the server ends; then there is room
/// again: the service starts it by itself, and no client got a false end.
record EmbeddedFull() implements Fault {
    private static final int STREAMS = 20;
    /// The server and what is shipped with the program take 180 of them; a recovery needs room for more of its log.
    private static final int MEBIBYTES = 256;

    @Override
    public String name() {
        return "embedded-full";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var disk = SmallDisk.mount(faultEnvironment.folder().resolve("embedded-full"), MEBIBYTES)) {
            try {
                return fill(faultEnvironment, disk);
            } finally {
                faultEnvironment.stopServices();
            }
        }
    }

    private static FaultOutcome fill(FaultEnvironment faultEnvironment, SmallDisk disk) throws Exception {
        Path folder = disk.folder().resolve("data");
        var embedded = new EmbeddedDatabase(folder);
        ServiceProcess serviceProcess = faultEnvironment
                .start(Map.of("throughline.journal.retry-for", "4s"), embedded.environment())
                .await();
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 500, "pace", 20));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        embedded.database().awaitExchanges(run, STREAMS);
        disk.fill();
        boolean hasEnded = embedded.endForLackOfSpace();
        StreamLoad.pause(6_000);
        long freed = System.nanoTime();
        disk.free();
        Duration recovery = FaultEnvironment.recovery(serviceProcess, freed);
        List<StreamedAnswer> heard = streamLoad.await(60);
        long errors = heard.stream().filter(StreamedAnswer::hasError).count();
        RecordAudit recordAudit = RecordAudit.of(heard, embedded.database().settled(run, 20), Set.of("FAILED"))
                .expect(hasEnded, "expected the server to end on the full disk")
                .expect(
                        heard.stream().allMatch(one -> one.isDone() || one.hasError()),
                        "expected each stream to end, or to get an error");
        return FaultOutcome.of(
                "disk of the embedded PostgreSQL full until it ended, under %d streams: %d got an error"
                        .formatted(STREAMS, errors),
                recordAudit,
                recovery);
    }
}
