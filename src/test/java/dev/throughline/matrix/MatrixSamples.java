package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Cells of a client against the stub.
final class MatrixSamples {
    static final Product OPENCODE =
            new Product("opencode", Product.Kind.CLIENT, "opencode", VersionScheme.SEMVER, "npm:opencode-ai");
    static final Instant MEASURED = Instant.parse("2026-11-21T04:00:00Z");

    private MatrixSamples() {}

    static CellKey key(String version, String variant) {
        return new CellKey(
                1,
                "tools",
                ThinkingPolicy.PRESERVED,
                Streaming.STREAM,
                Optional.of(new Versioned("opencode", version)),
                variant,
                "",
                "",
                "",
                Optional.empty(),
                Optional.empty(),
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT,
                "");
    }

    static Cell cell(String version, Status status) {
        return cell(version, "", status, status, status);
    }

    static Cell cell(String version, String variant, Status status, Status within, Status across) {
        boolean votes = Set.of(Status.PRESERVED, Status.PARTIAL, Status.BROKEN).contains(status);
        return new Cell(
                "cell-" + version + variant,
                key(version, variant),
                Capability.THINK,
                status,
                within,
                across,
                Set.of(),
                Cell.Confidence.LOW,
                Map.of(status, 1),
                votes ? 1 : 0,
                "run-" + version,
                Vote.Origin.HERE,
                MEASURED,
                MEASURED);
    }

    /// Releases a day apart.
    static ReleaseHistory known(String... versions) {
        Map<String, Instant> published = new HashMap<>();
        for (int day = 0; day < versions.length; day++) {
            published.put(versions[day], MEASURED.plus(Duration.ofDays(day)));
        }
        return new ReleaseHistory(VersionScheme.SEMVER, published);
    }
}
