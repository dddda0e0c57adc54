package dev.throughline.faults;

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
    public Damage inflict(Ground ground) throws Exception {
        Service service = ground.start(
                        Map.of("throughline.journal.retry-for", "2s", "throughline.journal.write-timeout", "1s"))
                .await();
        String run = service.open(Map.of("scenario", "long", "tokens", 5_000, "pace", 20));
        Load load = Load.once(service.url(), run, STREAMS);
        ground.database().awaitExchanges(run, STREAMS);
        Load.pause(1_500);
        long away = System.nanoTime();
        ground.server().stop();
        List<Heard> heard = load.await(30);
        Duration given = Duration.ofNanos(System.nanoTime() - away);
        Heard refused = Ear.listen(service.url(), run);
        long returned = System.nanoTime();
        ground.server().start();
        Duration recovery = Ground.recovery(service, returned);
        Judgement judgement = Judgement.of(heard, ground.database().settled(run, 20), Set.of("FAILED", "INTERRUPTED"))
                .expect(heard.stream().noneMatch(Heard::isDone), "expected no stream to end well")
                .expect(heard.stream().allMatch(Heard::hasError), "expected every stream to end with an error")
                .expect(
                        given.toSeconds() < 20,
                        "expected the streams to end when the loss was known, not after " + given)
                .expect(refused.status() == 503, "expected 503 for a new request, found " + refused.status());
        return Damage.of(
                "PostgreSQL away for over 2 s under %d streams: %d got an error by %.1f s, new ones %d"
                        .formatted(
                                STREAMS,
                                heard.stream().filter(Heard::hasError).count(),
                                given.toMillis() / 1e3,
                                refused.status()),
                judgement,
                recovery);
    }
}
