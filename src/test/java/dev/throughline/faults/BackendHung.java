package dev.throughline.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Backends fall silent, before their answers and in the middle of them: after the idle timeout they are given up, and
/// their clients get an error.
record BackendHung() implements Fault {
    private static final int STREAMS = 25;
    private static final int GATEWAY_TIMEOUT = 504;

    @Override
    public String name() {
        return "backend-hung";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        try (var backend = new FakeBackend()) {
            Map<String, String> settings = new HashMap<>(backend.settings());
            settings.put("throughline.backends.fake.idle-timeout", "2s");
            Service service = ground.start(settings).await();
            String run = FakeBackend.open(service);
            long began = System.nanoTime();
            Load silent = Load.once(service.url(), run, FakeBackend.question(backend.hangs()), STREAMS);
            Load broken = Load.once(service.url(), run, FakeBackend.question(backend.hangsInTheMiddle()), STREAMS);
            List<Heard> refused = silent.await(20);
            List<Heard> cut = broken.await(20);
            Duration last = ClientsGone.lastStopped(backend, 2 * STREAMS, began);
            Duration recovery = Ground.recovery(service, System.nanoTime());
            List<Heard> all = new ArrayList<>(refused);
            all.addAll(cut);
            return Judgement.of(all, ground.database().settled(run, 10), Set.of("FAILED"))
                    .expect(
                            refused.stream().allMatch(one -> one.status() == GATEWAY_TIMEOUT),
                            "expected 504 for those that got nothing, found "
                                    + refused.stream()
                                            .map(Heard::status)
                                            .distinct()
                                            .toList())
                    .expect(
                            cut.stream()
                                    .allMatch(
                                            one -> one.hasError() && one.text().equals("Half")),
                            "expected an error frame behind what had come")
                    .expect(all.stream().noneMatch(Heard::isDone), "expected no end")
                    .expect(ClientsGone.outcomes(ground, run).equals(Set.of("FAILED")), "expected FAILED for all")
                    .expect(backend.stopped().size() == 2 * STREAMS, "expected all connections to be given up")
                    .damage(
                            "%d backends silent from the start, %d in the middle, allowed 2 s: given up after %.1f s"
                                    .formatted(STREAMS, STREAMS, last.toMillis() / 1e3),
                            recovery);
        }
    }
}
