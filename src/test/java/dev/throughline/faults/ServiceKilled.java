package dev.throughline.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The service is killed under load and started again: every exchange whose end a client saw is complete, the others
/// are INTERRUPTED.
record ServiceKilled() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "service-killed";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        Service first = ground.serve();
        String run = first.open(Map.of("scenario", "long", "tokens", 100, "pace", 20));
        Load load = Load.steady(first.url(), run, STREAMS);
        Load.pause(5_000);
        first.kill();
        long killed = System.nanoTime();
        List<Heard> heard = load.await(10);
        Service second = ground.serve();
        Duration recovery = Ground.recovery(second, killed);
        long ended = heard.stream().filter(Heard::isDone).count();
        Judgement judgement = Judgement.of(heard, ground.database().settled(run, 10), Set.of("INTERRUPTED"))
                .expect(ended > 0 && ended < heard.size(), "expected some of " + heard.size() + " answers to end");
        return Damage.of(
                "SIGKILL under %d paced streams: %d answers had ended, %d had not, started again"
                        .formatted(STREAMS, ended, heard.size() - ended),
                judgement,
                recovery);
    }
}
