package dev.throughline.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The PostgreSQL that the service started is killed under load, its postmaster alone and all of its processes by
/// turns:
/// the service starts it again, and all streams survive.
record EmbeddedKilled() implements Fault {
    private static final int STREAMS = 30;
    private static final int TIMES = 4;

    @Override
    public String name() {
        return "embedded-killed";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        var embedded = new EmbeddedDatabase(ground.folder().resolve("embedded-killed"));
        Service service = ground.start(Map.of(), embedded.environment()).await();
        String run = service.open(Map.of("scenario", "long", "tokens", 1_500, "pace", 10));
        Load load = Load.once(service.url(), run, STREAMS);
        embedded.database().awaitExchanges(run, STREAMS);
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < TIMES; i++) {
            Load.pause(1_500);
            long killed = System.nanoTime();
            if (i % 2 == 0) {
                embedded.killPostmaster();
            } else {
                embedded.killAll();
            }
            Duration recovery = Ground.recovery(service, killed);
            slowest = recovery.compareTo(slowest) > 0 ? recovery : slowest;
        }
        List<Heard> heard = load.await(120);
        long done = heard.stream().filter(Heard::isDone).count();
        Judgement judgement = Judgement.of(heard, embedded.database().settled(run, 10), Set.of())
                .expect(done == STREAMS, "expected all streams to survive")
                .expect(service.stackTraces() == 0, "expected no stack trace, found " + service.stackTraces());
        int exit = service.terminate(30);
        judgement.expect(exit == 143 || exit == 0, "expected an orderly end, found exit code " + exit);
        return Damage.of(
                "embedded PostgreSQL killed %d times under %d streams: %d survived".formatted(TIMES, STREAMS, done),
                judgement,
                slowest);
    }
}
