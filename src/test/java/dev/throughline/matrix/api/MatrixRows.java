package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.store.TestClaims;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Optional;

/// Puts cells with their evidence into the matrix, as if they had been measured at a given time.
@ApplicationScoped
class MatrixRows {
    private static final String PRODUCT =
            "INSERT INTO product VALUES ('%1$s', 'CLIENT', '%1$s', 'SEMVER', 'npm:%1$s') ON CONFLICT DO NOTHING";
    private static final String VERSION =
            "INSERT INTO product_version VALUES ('%s', '%s', '%s', now()) ON CONFLICT DO NOTHING";
    private static final String RELEASE =
            "UPDATE product SET releases = releases || '{\"%2$s\": \"%3$s\"}' WHERE product_id = '%1$s'";
    private static final String CELL = """
            INSERT INTO cell VALUES ('%1$s', '%8$s', '%4$s', 1, 'tools', 'preserved', 'stream', '%2$s', '%3$s',
                '%5$s', '', 'glm-4.7', '', '', '', '', ' ', '', 'openai-chat', 'openai-chat', '%6$s', '%6$s', '%6$s',
                false, 'LOW', '{"%6$s": 1}', 1, '%7$s', now(), now()) ON CONFLICT DO NOTHING""";
    private static final String EVIDENCE = """
            INSERT INTO evidence (run_id, origin, cell_key, suite, scenario, policy, streaming, client, client_version,
                variant, model, gateway, gateway_version, backend, backend_version, template, dialect_in, dialect_out,
                sealed, exchanges, seconds, capabilities)
            VALUES ('%1$s', '%2$s', '%7$s', 1, 'tools', 'preserved', 'stream', '%3$s', '%4$s', '', 'glm-4.7',
                '', '', '', '', '', 'openai-chat', 'openai-chat', '%5$s', 3, 1.5,
                '{"THINK": {"status": "%6$s", "withinTurn": "%6$s", "acrossTurns": "%6$s", "due": 4, "exact": 2,
                  "outcomes": {"MISSING": 2}}}') ON CONFLICT DO NOTHING""";

    private final Pool pool;

    MatrixRows(Pool pool) {
        this.pool = pool;
    }

    void version(String product, String version) {
        sql(PRODUCT.formatted(product));
        sql(VERSION.formatted(product, version, VersionScheme.SEMVER.order(version)));
        sql(RELEASE.formatted(product, version, published(version)));
    }

    /// A day for each minor version, a minute for each patch.
    private static Instant published(String version) {
        int[] numbers =
                Arrays.stream(version.split("[.]")).mapToInt(Integer::parseInt).toArray();
        return Instant.parse("2026-01-01T00:00:00Z")
                .plus(Duration.ofDays(100L * numbers[0] + numbers[1]))
                .plus(Duration.ofMinutes(numbers[2]));
    }

    /// @return its id
    String cell(String client, String version, String capability, String status, String run) {
        version(client, version);
        CellKey key = key(client, version);
        String id = CellIdDigest.of(key, Capability.valueOf(capability));
        String order = VersionScheme.SEMVER.order(version);
        sql(CELL.formatted(id, client, version, capability, order, status, run, CellIdDigest.of(key)));
        return id;
    }

    void putBehindGateway(String cell) {
        sql("UPDATE cell SET gateway = 'throughline', gateway_version = '0.1.0' WHERE cell_id = '" + cell + "'");
    }

    void judgeByAnotherSuite(String cell) {
        sql("UPDATE cell SET suite = 2 WHERE cell_id = '" + cell + "'");
    }

    void evidence(String run, String origin, String client, String version, String sealed, String status) {
        sql(EVIDENCE.formatted(run, origin, client, version, sealed, status, CellIdDigest.of(key(client, version))));
    }

    private static CellKey key(String client, String version) {
        return new CellKey(
                1,
                "tools",
                ThinkingPolicy.PRESERVED,
                CellKey.Streaming.STREAM,
                Optional.of(new CellKey.Versioned(client, version)),
                "",
                "glm-4.7",
                Optional.empty(),
                Optional.empty(),
                "",
                Dialect.OPENAI_CHAT,
                Dialect.OPENAI_CHAT);
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

    private void sql(String sql) {
        pool.query(sql).execute().await().atMost(Duration.ofSeconds(60));
    }
}
