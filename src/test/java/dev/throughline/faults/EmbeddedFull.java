package dev.throughline.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The file system with the embedded PostgreSQL has no room left, so that the server ends; then there is room again:
/// the
/// service starts it by itself, and no client got a false end.
record EmbeddedFull() implements Fault {
    private static final int STREAMS = 20;
    private static final int MEBIBYTES = 192;

    @Override
    public String name() {
        return "embedded-full";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        try (var disk = SmallDisk.mount(ground.folder().resolve("embedded-full"), MEBIBYTES)) {
            try {
                return fill(ground, disk);
            } finally {
                ground.stopServices();
            }
        }
    }

    private static Damage fill(Ground ground, SmallDisk disk) throws Exception {
        Path folder = disk.folder().resolve("data");
        var embedded = new EmbeddedDatabase(folder);
        Service service = ground.start(Map.of("throughline.journal.retry-for", "4s"), embedded.environment())
                .await();
        String run = service.open(Map.of("scenario", "long", "tokens", 500, "pace", 20));
        Load load = Load.once(service.url(), run, STREAMS);
        embedded.database().awaitExchanges(run, STREAMS);
        disk.fill();
        boolean hasEnded = embedded.endForLackOfSpace();
        Load.pause(6_000);
        long freed = System.nanoTime();
        disk.free();
        Duration recovery = Ground.recovery(service, freed);
        List<Heard> heard = load.await(60);
        long errors = heard.stream().filter(Heard::hasError).count();
        Judgement judgement = Judgement.of(heard, embedded.database().settled(run, 20), Set.of("FAILED"))
                .expect(hasEnded, "expected the server to end on the full disk")
                .expect(
                        heard.stream().allMatch(one -> one.isDone() || one.hasError()),
                        "expected each stream to end, or to get an error");
        return Damage.of(
                "disk of the embedded PostgreSQL full until it ended, under %d streams: %d got an error"
                        .formatted(STREAMS, errors),
                judgement,
                recovery);
    }
}
