package dev.throughline.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// One stream of a million tokens: complete, with memory that does not grow with it.
record MillionTokens() implements Fault {
    private static final int TOKENS = 1_000_000;
    private static final int WARM_UP = 100_000;
    // The heap and what the JVM takes beside it.
    private static final int HEAP_MEBIBYTES = 512;
    private static final int MOST = 700;

    @Override
    public String name() {
        return "million-tokens";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        Service service = ground.serve(HEAP_MEBIBYTES);
        Ear.listen(service.url(), service.open(Map.of("scenario", "long", "tokens", WARM_UP)));
        long before = service.residentMebibytes();
        String run = service.open(Map.of("scenario", "long", "tokens", TOKENS));
        long began = System.nanoTime();
        Load load = Load.once(service.url(), run, 1);
        long most = before;
        while (load.soFar().isEmpty() && System.nanoTime() - began < TimeUnit.SECONDS.toNanos(90)) {
            Load.pause(200);
            most = Math.max(most, service.residentMebibytes());
        }
        List<Heard> heard = load.await(5);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Judgement judgement = Judgement.of(heard, ground.database().settled(run, 5), Set.of())
                .expect(heard.getFirst().isDone(), "expected the stream to end well")
                .expect(heard.getFirst().frames() > TOKENS, "expected more than " + TOKENS + " frames")
                .expect(most < MOST, "memory grew from " + before + " to " + most + " MiB");
        return Damage.of(
                "one stream of %,d frames in %.1f s, heap %d MiB: %d MiB after a tenth, at most %d MiB"
                        .formatted(heard.getFirst().frames(), took.toMillis() / 1e3, HEAP_MEBIBYTES, before, most),
                judgement,
                Duration.ZERO);
    }
}
