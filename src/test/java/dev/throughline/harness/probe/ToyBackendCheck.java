package dev.throughline.harness.probe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Runs checks of toy backends.
final class ToyBackendCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private ToyBackendCheck() {}

    /// Checks a toy in every dialect.
    static BackendReport toy(ToyBackendQuirk... quirks) {
        return toy(Optional.empty(), PATIENCE, quirks);
    }

    static BackendReport toyIn(ServerDialect dialect, ToyBackendQuirk... quirks) {
        return toy(Optional.of(dialect), PATIENCE, quirks);
    }

    static BackendReport toy(Optional<ServerDialect> dialect, Duration patience, ToyBackendQuirk... quirks) {
        try (var backend = new ToyBackend(quirks)) {
            return new BackendCheck(target(backend, dialect, patience), line -> {}).run();
        }
    }

    static BackendTarget target(ToyBackend backend, Optional<ServerDialect> dialect, Duration patience) {
        return new BackendTarget(backend.url(), Optional.empty(), Optional.empty(), dialect, 3, patience);
    }

    static List<FindingKind> kinds(BackendReport report) {
        return report.findings().stream().map(Finding::kind).distinct().toList();
    }
}
