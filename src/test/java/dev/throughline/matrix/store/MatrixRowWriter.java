package dev.throughline.matrix.store;

import dev.throughline.matrix.VersionScheme;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/// Writes rows of the matrix by themselves, for tests that read them.
@ApplicationScoped
class MatrixRowWriter {
    private static final String CELL = """
            INSERT INTO cell VALUES ('%1$s', 'key-%1$s', '%2$s', 1, 'tools', 'preserved', 'stream', '%3$s', '%4$s',
                '%5$s', 'interleaved', 'glm-4.7', 'throughline', '1.0.0', 'llama.cpp', 'b5001', '045001', 'abc',
                'openai-chat', 'openai-chat', 'PRESERVED', 'PRESERVED', 'NOT_EXERCISED', false, 'LOW',
                '{"PRESERVED": 1}', 1, 'a-run', now(), now())""";

    private final Pool pool;

    MatrixRowWriter(Pool pool) {
        this.pool = pool;
    }

    static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(60));
    }

    RowSet<Row> sql(String sql) {
        return await(pool.query(sql).execute());
    }

    /// A cell measured once, just now.
    void cell(String client, String version, Capability capability) {
        String id = client + "-" + version + "-" + capability;
        sql(CELL.formatted(id, capability, client, version, VersionScheme.SEMVER.order(version)));
    }

    void product(String id) {
        sql("INSERT INTO product VALUES ('" + id + "', 'CLIENT', '" + id + "', 'SEMVER', '') ON CONFLICT DO NOTHING");
    }

    void version(String product, String version) {
        sql("INSERT INTO product_version VALUES ('" + product + "', '" + version + "', '"
                + VersionScheme.SEMVER.order(version) + "', now())");
    }
}
