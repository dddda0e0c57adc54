package dev.throughline.harness.probe;

import dev.throughline.harness.ProgressListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Checks one real server.
public final class BackendCheck {
    private static final String NAMELESS = "default";

    private final BackendTarget target;
    private final ProgressListener progressListener;

    public BackendCheck(BackendTarget target, ProgressListener progressListener) {
        this.target = target;
        this.progressListener = progressListener;
    }

    /// Runs the check on the calling thread.
    /// @throws HarnessException if the server cannot be reached at all
    public BackendReport run() {
        long started = System.nanoTime();
        Set<Finding> findings = new LinkedHashSet<>();
        try (var probedServer = new ProbedServer(target)) {
            progressListener.say("asking " + probedServer.address() + " what it is");
            ServerIdentity serverIdentity = ServerIdentity.of(probedServer);
            String model = target.model().or(serverIdentity::firstModel).orElse(NAMELESS);
            progressListener.say("model " + model);
            List<DialectResult> results = new ArrayList<>();
            for (ServerDialect dialect : target.dialect().map(List::of).orElse(List.of(ServerDialect.values()))) {
                results.add(new DialectProbe(probedServer, dialect, model, target.turns(), progressListener, findings)
                        .probe());
            }
            boolean isAnswered = results.stream().anyMatch(DialectResult.Probed.class::isInstance);
            if (isAnswered
                    && target.model().isEmpty()
                    && serverIdentity.models().isEmpty()) {
                findings.add(new Finding(
                        FindingKind.MODEL_UNKNOWN,
                        java.util.Optional.empty(),
                        "the server lists no model; the requests name \"" + NAMELESS + "\""));
            }
            if (!probedServer.retried().isEmpty()) {
                findings.add(new Finding(
                        FindingKind.CONNECTION_RETRIED,
                        java.util.Optional.empty(),
                        "the connection broke off and the request was repeated: "
                                + String.join(", ", probedServer.retried())));
            }
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            ServerIdentity known = serverIdentity.with(probedServer.fingerprint());
            return new BackendReport(probedServer, known, model, results, List.copyOf(findings), target, took);
        }
    }
}
