package dev.throughline.faults;

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
    public Damage inflict(Ground ground) throws Exception {
        Service service = ground.serve();
        String run = service.open(Map.of("scenario", "long", "tokens", 200, "pace", 20));
        Load load = Load.once(service.url(), run, STREAMS);
        ground.database().awaitExchanges(run, STREAMS);
        Load.pause(1_500);
        ground.server().stop();
        long away = System.nanoTime();
        Load.pause(4_000);
        long early = load.soFar().stream()
                .filter(one -> one.isDone() && one.endNanos() > away)
                .count();
        long returned = System.nanoTime();
        ground.server().start();
        List<Heard> heard = load.await(40);
        Duration recovery =
                Duration.ofNanos(heard.stream().mapToLong(Heard::endNanos).max().orElse(returned) - returned);
        Judgement judgement = Judgement.of(heard, ground.database().settled(run, 10), Set.of())
                .expect(early == 0, early + " answers ended while the database was away")
                .expect(heard.stream().allMatch(Heard::isDone), "expected all streams to survive");
        return Damage.of(
                "PostgreSQL stopped for 4 s under %d streams, which would have ended meanwhile: %d survived"
                        .formatted(STREAMS, heard.stream().filter(Heard::isDone).count()),
                judgement,
                recovery);
    }
}
