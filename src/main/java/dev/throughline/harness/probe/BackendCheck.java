package dev.throughline.harness.probe;

import dev.throughline.harness.Progress;
import dev.throughline.harness.probe.dialect.ServerDialect;
import dev.throughline.harness.probe.server.BackendTarget;
import dev.throughline.harness.probe.server.Identity;
import dev.throughline.harness.probe.server.Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Checks one real server.
public final class BackendCheck {
    private static final String NAMELESS = "default";

    private final BackendTarget target;
    private final Progress progress;

    public BackendCheck(BackendTarget target, Progress progress) {
        this.target = target;
        this.progress = progress;
    }

    /// Runs the check, on the calling thread.
    /// @throws HarnessException when the server cannot be reached at all
    public BackendReport run() {
        long started = System.nanoTime();
        Set<Finding> findings = new LinkedHashSet<>();
        try (var server = new Server(target)) {
            progress.say("asking " + server.address() + " what it is");
            Identity identity = Identity.of(server);
            String model = target.model().or(identity::firstModel).orElse(NAMELESS);
            progress.say("model " + model);
            List<DialectResult> results = new ArrayList<>();
            for (ServerDialect dialect : target.dialect().map(List::of).orElse(List.of(ServerDialect.values()))) {
                results.add(new DialectProbe(server, dialect, model, target.turns(), progress, findings).probe());
            }
            boolean isAnswered = results.stream().anyMatch(DialectResult.Probed.class::isInstance);
            if (isAnswered && target.model().isEmpty() && identity.models().isEmpty()) {
                findings.add(new Finding(
                        FindingKind.MODEL_UNKNOWN,
                        java.util.Optional.empty(),
                        "the server lists no model; it was asked for \"" + NAMELESS + "\""));
            }
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            return new BackendReport(server, identity, model, results, List.copyOf(findings), target, took);
        }
    }
}
