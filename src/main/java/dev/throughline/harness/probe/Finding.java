package dev.throughline.harness.probe;

import java.util.Optional;

/// One finding.
///
/// @param dialect the dialect; empty for the server as a whole
/// @param detail what was expected and found, on one line
public record Finding(FindingKind kind, Optional<ServerDialect> dialect, String detail) {
    static Finding in(ServerDialect dialect, FindingKind kind, String detail) {
        return new Finding(kind, Optional.of(dialect), detail);
    }

    boolean isProblem() {
        return kind.weight() == FindingKind.Weight.PROBLEM;
    }

    boolean isOf(ServerDialect wanted) {
        return dialect.filter(wanted::equals).isPresent();
    }
}
