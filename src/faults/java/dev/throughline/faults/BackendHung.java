package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
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
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var backend = new FakeBackend()) {
            Map<String, String> settings = new HashMap<>(backend.settings());
            settings.put("throughline.backends.fake.idle-timeout", "2s");
            ServiceProcess serviceProcess = faultEnvironment.start(settings).await();
            String run = FakeBackend.open(serviceProcess);
            long began = System.nanoTime();
            StreamLoad silent =
                    StreamLoad.once(serviceProcess.url(), run, FakeBackend.question(backend.hangs()), STREAMS);
            StreamLoad broken = StreamLoad.once(
                    serviceProcess.url(), run, FakeBackend.question(backend.hangsInTheMiddle()), STREAMS);
            List<StreamedAnswer> refused = silent.await(20);
            List<StreamedAnswer> cut = broken.await(20);
            Duration last = ClientsGone.lastStopped(backend, 2 * STREAMS, began);
            Duration recovery = FaultEnvironment.recovery(serviceProcess, System.nanoTime());
            List<StreamedAnswer> all = new ArrayList<>(refused);
            all.addAll(cut);
            return RecordAudit.of(all, faultEnvironment.faultDatabase().settled(run, 10), Set.of("FAILED"))
                    .expect(
                            refused.stream().allMatch(one -> one.status() == GATEWAY_TIMEOUT),
                            "expected 504 for those that got nothing, found "
                                    + refused.stream()
                                            .map(StreamedAnswer::status)
                                            .distinct()
                                            .toList())
                    .expect(
                            cut.stream()
                                    .allMatch(
                                            one -> one.hasError() && one.text().equals("Half")),
                            "expected an error frame behind what had come")
                    .expect(all.stream().noneMatch(StreamedAnswer::isDone), "expected no end")
                    .expect(
                            ClientsGone.outcomes(faultEnvironment, run).equals(Set.of("FAILED")),
                            "expected FAILED for all")
                    .expect(backend.stopped().size() == 2 * STREAMS, "expected all connections to be given up")
                    .damage(
                            "%d backends silent from the start, %d in the middle, allowed 2 s: given up after %.1f s"
                                    .formatted(STREAMS, STREAMS, last.toMillis() / 1e3),
                            recovery);
        }
    }
}
