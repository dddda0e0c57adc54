package dev.throughline.faults;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A hundred clients read 1 KB a second of answers that their backend gives as fast as it can: the backend is made to
/// wait, and memory stays as it is. (What an answer said is kept until its end, up to a limit, as its fingerprint needs
/// it: memory is compared when the buffers between the service and its clients are full.)
record SlowClients() implements Fault {
    private static final int CLIENTS = 100;
    private static final int STREAMS = 20;
    private static final int BYTES_PER_SECOND = 1_000;
    private static final int HEAP_MEBIBYTES = 512;
    private static final double MEBIBYTE = 1024 * 1024;
    private static final double MOST_GROWTH = 16;
    // What waits for its commit is part of what is measured: a small journal shows the rest.
    private static final String JOURNAL = "64M";

    @Override
    public String name() {
        return "slow-clients";
    }

    /// @param sent bytes that the backend could write
    private record Reading(long sent, double live, long resident) {
        static Reading of(Service service, FakeBackend backend) throws Exception {
            return new Reading(backend.sent(), service.liveBytes() / MEBIBYTE, service.residentMebibytes());
        }
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        try (var backend = new FakeBackend()) {
            Service service = ground.serve(HEAP_MEBIBYTES, settings(backend));
            String slow = FakeBackend.open(service);
            String steady = service.open(Map.of("scenario", "long", "tokens", 100, "pace", 20));
            Load.once(service.url(), steady, STREAMS).await(30);
            Reading before = Reading.of(service, backend);
            Reading early;
            Reading late;
            long read;
            List<Heard> others;
            try (var clients = Dawdlers.ask(
                    service.url(), slow, FakeBackend.question(backend.floods()), CLIENTS, BYTES_PER_SECOND)) {
                awaitStandstill(backend);
                early = Reading.of(service, backend);
                others = Load.once(service.url(), steady, STREAMS).await(30);
                Load.pause(4_000);
                late = Reading.of(service, backend);
                read = clients.bytes();
            }
            long left = System.nanoTime();
            Set<String> outcomes = ClientsGone.outcomes(ground, slow);
            Duration told = ClientsGone.lastStopped(backend, CLIENTS, left);
            return Judgement.of(others, ground.database().settled(steady, 5), Set.of())
                    .expect(others.stream().allMatch(Heard::isDone), "expected the other streams to end well")
                    .expect(late.live() - early.live() < MOST_GROWTH, "the heap grew: " + early + ", " + late)
                    .expect(
                            late.sent() - early.sent() < CLIENTS * BYTES_PER_SECOND * 40L,
                            "the backend was not made to wait: " + early + ", " + late)
                    .expect(backend.stopped().size() == CLIENTS, "expected every backend to be told that they left")
                    .expect(outcomes.equals(Set.of("CLIENT_GONE")), "expected CLIENT_GONE, found " + outcomes)
                    .damage(
                            ("%d clients at 1 KB/s (%.1f MB read) of a flood that wrote %.1f then %.1f MB: live heap"
                                            + " %.0f, %.0f, %.0f MiB, RSS %d, %d, %d MiB; told %.1f s after they left")
                                    .formatted(
                                            CLIENTS,
                                            read / 1e6,
                                            early.sent() / 1e6,
                                            late.sent() / 1e6,
                                            before.live(),
                                            early.live(),
                                            late.live(),
                                            before.resident(),
                                            early.resident(),
                                            late.resident(),
                                            told.toMillis() / 1e3),
                            Duration.ZERO);
        }
    }

    private static Map<String, String> settings(FakeBackend backend) {
        Map<String, String> settings = new HashMap<>(backend.settings());
        settings.put("throughline.journal.max-buffered-bytes", JOURNAL);
        return settings;
    }

    /// The buffers of the system on the way are full: between a service and its client on one machine, they take some
    /// megabytes for each.
    private static void awaitStandstill(FakeBackend backend) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        int quiet = 0;
        while (quiet < 3 && System.nanoTime() < deadline) {
            long sent = backend.sent();
            Load.pause(1_000);
            boolean isMoving = sent == 0 || backend.sent() - sent > CLIENTS * BYTES_PER_SECOND * 4L;
            quiet = isMoving ? 0 : quiet + 1;
        }
    }
}
