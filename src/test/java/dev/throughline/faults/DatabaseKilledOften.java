package dev.throughline.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The database's processes are killed again and again while short answers begin and end all the time, so that numbers
/// are given twice: each answer that a client saw end is the one in the record.
record DatabaseKilledOften() implements Fault {
    private static final int STREAMS = 16;
    private static final int TIMES = 20;

    @Override
    public String name() {
        return "database-killed-often";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        Service service = ground.serve();
        String run = service.open(Map.of("scenario", "chat", "maxRequests", 1_000_000));
        Load load = Load.endless(service.url(), run, STREAMS);
        long returned = 0;
        for (int i = 0; i < TIMES; i++) {
            Load.pause(400);
            ground.server().kill();
            returned = System.nanoTime();
            ground.server().start();
            Ground.recovery(service, returned);
        }
        Duration recovery = Ground.recovery(service, returned);
        List<Heard> heard = load.await(60);
        Judgement judgement = Judgement.of(heard, ground.database().settled(run, 20), Set.of("FAILED", "CLIENT_GONE"))
                .expect(service.stackTraces() == 0, "expected no stack trace, found " + service.stackTraces());
        return Damage.of(
                "PostgreSQL killed %d times under %d clients of short answers: %d of %d ended well"
                        .formatted(
                                TIMES,
                                STREAMS,
                                heard.stream().filter(Heard::isDone).count(),
                                heard.size()),
                judgement,
                recovery);
    }
}
