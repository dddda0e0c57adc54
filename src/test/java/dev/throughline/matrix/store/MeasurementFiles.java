package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.matrix.store.MeasuredFile.Provenance;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Status;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes files of measurements.
final class MeasurementFiles {
    private static final Provenance MADE =
            new Provenance(Instant.parse("2026-11-21T04:10:00Z"), "1.0.0", "1.0.0", "a test");

    private MeasurementFiles() {}

    static byte[] file(EvidenceRow... rows) {
        return file(Map.of(), rows);
    }

    static byte[] file(Map<String, Map<String, Instant>> releases, EvidenceRow... rows) {
        return MeasuredFile.write(
                MADE, Arrays.stream(rows).map(MeasuredLine::of).toList(), releases, Optional.empty());
    }

    static MeasuredFile.Content read(byte[] file) {
        return MeasuredFile.read(new ByteArrayInputStream(file));
    }

    static List<String> lines(byte[] file) {
        return new String(file, StandardCharsets.UTF_8).lines().toList();
    }

    static EvidenceRow row(String run, Origin origin, String client, Status status) {
        return EvidenceRow.of(measurement(run, origin, client, status));
    }

    static Measurement measurement(String run, Origin origin, String client, Status status) {
        var verdict = new CapabilityVerdict(status, status, Status.NOT_EXERCISED, 4, 2, Map.of());
        var vote = new Vote(
                run,
                origin,
                key(client),
                0,
                Instant.parse("2026-11-20T10:00:00Z"),
                3,
                Map.of(Capability.THINK, verdict));
        return new Measurement(
                vote,
                1.5,
                JsonNodeFactory.instance.arrayNode(),
                JsonNodeFactory.instance.objectNode().put("suite", "1.0.0"));
    }

    static CellKey key(String client) {
        return new CellKey(
                1,
                "tools",
                ThinkingPolicy.PRESERVED,
                Streaming.STREAM,
                Optional.of(new Versioned(client, "1.1.34")),
                "interleaved",
                "",
                "",
                "glm-4.7",
                Optional.empty(),
                Optional.empty(),
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT,
                "");
    }
}
