package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Clients disconnect in the middle of their answers: their backend requests are cancelled at once, and the
/// outcome is recorded.
record ClientsGone() implements Fault {
    private static final int CLIENTS = 50;
    private static final int BYTES_PER_SECOND = 1_000_000;
    private static final Duration MOST = Duration.ofSeconds(1);

    @Override
    public String name() {
        return "clients-gone";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var backend = new FakeBackend()) {
            ServiceProcess serviceProcess =
                    faultEnvironment.start(backend.settings()).await();
            String proxied = FakeBackend.open(serviceProcess);
            String stub = serviceProcess.open(Map.of("scenario", "long", "tokens", 3_000, "pace", 20));
            String question = FakeBackend.question(backend.paces());
            long left;
            try (var one = SlowReaders.ask(serviceProcess.url(), proxied, question, CLIENTS, BYTES_PER_SECOND);
                    var other = SlowReaders.ask(serviceProcess.url(), stub, question, CLIENTS, BYTES_PER_SECOND)) {
                awaitAll(one, other);
                StreamLoad.pause(1_000);
                left = System.nanoTime();
            }
            Duration told = lastStopped(backend, CLIENTS, left);
            Set<String> outcomes = outcomes(faultEnvironment, proxied);
            Set<String> ofStub = outcomes(faultEnvironment, stub);
            Duration recovery = FaultEnvironment.recovery(serviceProcess, left);
            return RecordAudit.of(List.of(), faultEnvironment.faultDatabase().exchanges(proxied), Set.of("CLIENT_GONE"))
                    .expect(backend.stopped().size() == CLIENTS, "expected every backend to be told")
                    .expect(told.compareTo(MOST) < 0, "expected the backends to be told within " + MOST)
                    .expect(outcomes.equals(Set.of("CLIENT_GONE")), "expected CLIENT_GONE, found " + outcomes)
                    .expect(ofStub.equals(Set.of("CLIENT_GONE")), "expected CLIENT_GONE, found " + ofStub)
                    .damage(
                            "%d clients of a backend and %d of the stub disconnected: last request cancelled in %d ms"
                                    .formatted(CLIENTS, CLIENTS, told.toMillis()),
                            recovery);
        }
    }

    private static void awaitAll(SlowReaders... all) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        for (SlowReaders clients : all) {
            while (clients.begun() < CLIENTS && System.nanoTime() < deadline) {
                StreamLoad.pause(10);
            }
        }
    }

    /// How the exchanges of a run ended, once all have.
    static Set<String> outcomes(FaultEnvironment faultEnvironment, String run) throws SQLException {
        return faultEnvironment.faultDatabase().outcomes(run, 10);
    }

    /// How long after a moment the last of so many answers was given up.
    static Duration lastStopped(FakeBackend backend, int answers, long sinceNanos) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (backend.stopped().size() < answers && System.nanoTime() < deadline) {
            StreamLoad.pause(5);
        }
        return Duration.ofNanos(
                backend.stopped().stream().mapToLong(Long::longValue).max().orElse(sinceNanos) - sinceNanos);
    }
}
