package dev.throughline.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The database's processes are killed in the middle of commits, and recover from its log: all streams survive.
record DatabaseKilled() implements Fault {
    private static final int STREAMS = 50;
    private static final int TIMES = 3;

    @Override
    public String name() {
        return "database-killed";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        Service service = ground.serve();
        String run = service.open(Map.of("scenario", "long", "tokens", 1_500, "pace", 5));
        Load load = Load.once(service.url(), run, STREAMS);
        ground.database().awaitExchanges(run, STREAMS);
        long returned = 0;
        for (int i = 0; i < TIMES; i++) {
            Load.pause(1_500);
            ground.server().kill();
            returned = System.nanoTime();
            ground.server().start();
        }
        Duration recovery = Ground.recovery(service, returned);
        List<Heard> heard = load.await(60);
        Judgement judgement = Judgement.of(heard, ground.database().settled(run, 10), Set.of())
                .expect(heard.stream().allMatch(Heard::isDone), "expected all streams to survive")
                .expect(service.stackTraces() == 0, "expected no stack trace, found " + service.stackTraces());
        return Damage.of(
                "PostgreSQL killed %d times in the middle of commits of %d streams: %d survived"
                        .formatted(
                                TIMES,
                                STREAMS,
                                heard.stream().filter(Heard::isDone).count()),
                judgement,
                recovery);
    }
}
