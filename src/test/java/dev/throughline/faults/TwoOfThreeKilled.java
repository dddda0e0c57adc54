package dev.throughline.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Two of three services on one database are killed at the same moment, all three with streams of one run: the third
/// goes on, and closes what the others left open.
record TwoOfThreeKilled() implements Fault {
    private static final int STREAMS = 20;
    private static final Map<String, String> SETTINGS =
            Map.of("throughline.runs.heartbeat-interval", "500ms", "throughline.runs.instance-timeout", "3s");

    @Override
    public String name() {
        return "two-of-three-killed";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        List<Service> services = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            services.add(ground.start(SETTINGS).await());
        }
        Service third = services.getLast();
        String run = third.open(Map.of("scenario", "long", "tokens", 400, "pace", 20));
        List<Load> loads = services.stream()
                .map(service -> Load.once(service.url(), run, STREAMS))
                .toList();
        ground.database().awaitExchanges(run, 3 * STREAMS);
        Load.pause(1_500);
        long killed = System.nanoTime();
        Service.killAll(services.subList(0, 2));
        Duration recovery = Ground.recovery(third, killed);
        List<Heard> heard = new ArrayList<>();
        for (Load load : loads) {
            heard.addAll(load.await(60));
        }
        Map<Integer, Database.Stored> stored = ground.database().settled(run, 20);
        long interrupted = stored.values().stream()
                .filter(one -> one.outcome().equals("INTERRUPTED"))
                .count();
        Judgement judgement = Judgement.of(heard, stored, Set.of("INTERRUPTED"))
                .expect(
                        loads.getLast().soFar().stream().allMatch(Heard::isDone),
                        "expected all streams of the third service to end well")
                .expect(
                        interrupted == 2 * STREAMS,
                        "expected " + 2 * STREAMS + " answers INTERRUPTED, found " + interrupted)
                .expect(
                        ground.database().number("SELECT count(*) FROM instance") == 1,
                        "expected the third service alone to be registered");
        return Damage.of(
                "two of three services killed at once, %d streams each: the third's survived, %d were closed"
                        .formatted(STREAMS, interrupted),
                judgement,
                recovery);
    }
}
