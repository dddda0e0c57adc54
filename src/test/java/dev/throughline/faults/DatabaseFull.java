package dev.throughline.faults;

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
    public Damage inflict(Ground ground) throws Exception {
        try (var disk = SmallDisk.mount(ground.folder().resolve("small"), 64)) {
            ground.server().execute("CREATE TABLESPACE small LOCATION '" + disk.folder() + "'");
            ground.server().execute("ALTER DATABASE " + ground.database().name() + " SET TABLESPACE small");
            try {
                return fill(ground, disk);
            } finally {
                ground.stopServices();
                disk.free();
                ground.server().execute("DROP DATABASE " + ground.database().name() + " WITH (FORCE)");
                ground.server().execute("DROP TABLESPACE small");
            }
        }
    }

    private static Damage fill(Ground ground, SmallDisk disk) throws Exception {
        Service service = ground.start(
                        Map.of("throughline.journal.retry-for", "4s", "throughline.journal.write-timeout", "1s"))
                .await();
        String brief = service.open(Map.of("scenario", "long", "tokens", 150, "pace", 20));
        List<Heard> survivors = stream(ground, service, brief, disk, 2_000);
        Judgement spared = Judgement.of(survivors, ground.database().settled(brief, 10), Set.of());
        String lasting = service.open(Map.of("scenario", "long", "tokens", 800, "pace", 20));
        List<Heard> victims = stream(ground, service, lasting, disk, 9_000);
        Duration recovery = Ground.recovery(service, System.nanoTime());
        Judgement lost = Judgement.of(victims, ground.database().settled(lasting, 10), Set.of("FAILED"));
        return lost.expect(spared.broken().isEmpty(), spared.broken().toString())
                .expect(survivors.stream().allMatch(Heard::isDone), "expected all streams to survive 2 s")
                .expect(
                        victims.stream().allMatch(one -> one.hasError() && !one.isDone()),
                        "expected every stream to end with an error, "
                                + victims.stream().filter(Heard::isDone).count() + " did not")
                .damage(
                        "disk full for 2 s under %d streams: %d survived; for 9 s, 4 allowed: %d of %d got an error"
                                .formatted(
                                        STREAMS,
                                        survivors.stream().filter(Heard::isDone).count(),
                                        victims.stream().filter(Heard::hasError).count(),
                                        STREAMS),
                        recovery);
    }

    private static List<Heard> stream(Ground ground, Service service, String run, SmallDisk disk, int millis)
            throws Exception {
        Load load = Load.once(service.url(), run, STREAMS);
        ground.database().awaitExchanges(run, STREAMS);
        Load.pause(500);
        disk.fill();
        Load.pause(millis);
        disk.free();
        return load.await(30);
    }
}
