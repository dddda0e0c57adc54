package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.store.EvidenceStore;
import dev.throughline.matrix.store.TestClaims;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts measurements into the matrix, as if they had been made at a given time.
@ApplicationScoped
class MatrixRows {
    private static final String VERSION = """
            UPDATE matrix_revision SET revision = revision + 1;
            INSERT INTO product (product_id, kind, title, scheme, registry)
                VALUES ('%1$s', 'CLIENT', '%1$s', 'SEMVER', 'npm:%1$s') ON CONFLICT DO NOTHING;
            INSERT INTO product_version VALUES ('%1$s', '%2$s', now()) ON CONFLICT DO NOTHING;
            UPDATE product SET releases = releases || '{"%2$s": "%3$s"}', revision = r.revision
                FROM matrix_revision r WHERE product_id = '%1$s'""";

    private final Pool pool;
    private final EvidenceStore evidence;

    MatrixRows(Pool pool, EvidenceStore evidence) {
        this.pool = pool;
        this.evidence = evidence;
    }

    void version(String product, String version) {
        pool.query(VERSION.formatted(product, version, published(version)))
                .execute()
                .await()
                .atMost(Duration.ofSeconds(60));
    }

    /// A day for each minor version, a minute for each patch.
    private static Instant published(String version) {
        int[] numbers =
                Arrays.stream(version.split("[.]")).mapToInt(Integer::parseInt).toArray();
        return Instant.parse("2026-01-01T00:00:00Z")
                .plus(Duration.ofDays(100L * numbers[0] + numbers[1]))
                .plus(Duration.ofMinutes(numbers[2]));
    }

    /// A cell of one run that was made just now.
    /// @return its id
    String cell(String client, String version, String capability, String status) {
        return cell(key(client, version), capability, status);
    }

    /// The same in another combination.
    String cell(CellKey key, String capability, String status) {
        key.client().ifPresent(client -> version(client.product(), client.version()));
        String id = CellIdDigest.of(key, Capability.valueOf(capability));
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        measured("run-" + id, Vote.Origin.HERE, key, now, Capability.valueOf(capability), Status.valueOf(status));
        return id;
    }

    /// @return the id of its cell
    String evidence(String run, String origin, String client, String version, String sealed, String status) {
        version(client, version);
        CellKey key = key(client, version);
        measured(
                run, Vote.Origin.valueOf(origin), key, Instant.parse(sealed), Capability.THINK, Status.valueOf(status));
        return CellIdDigest.of(key, Capability.THINK);
    }

    void measured(String run, Vote.Origin origin, CellKey key, Instant sealed, Capability capability, Status status) {
        var verdict = new CapabilityVerdict(status, status, status, 4, 2, Map.of(Outcome.MISSING, 2));
        var vote = new Vote(run, origin, key, 0, sealed, 3, Map.of(capability, verdict));
        var measurement =
                new Measurement(vote, 1.5, JsonNodeFactory.instance.arrayNode(), JsonNodeFactory.instance.objectNode());
        evidence.add(List.of(measurement), EvidenceSource.SERVICE).await().atMost(Duration.ofSeconds(60));
    }

    static CellKey key(String client, String version) {
        return new CellKey(
                1,
                "tools",
                ThinkingPolicy.PRESERVED,
                CellKey.Streaming.STREAM,
                Optional.of(new Versioned(client, version)),
                "",
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

    /// Until the end of the test.
    void claim(String client, Optional<String> version, Status status) {
        TestClaims.install(new Claim(
                "a-claim",
                client,
                version,
                Capability.THINK,
                Optional.of(status),
                "It strips <b>everything</b>.",
                "a table",
                LocalDate.of(2026, 1, 24)));
    }
}
