package dev.throughline.matrix.api;

import dev.throughline.matrix.VersionScheme;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/// Puts cells into the matrix, as if they had been measured just now.
@ApplicationScoped
class MatrixFixture {
    private static final String PRODUCT =
            "INSERT INTO product VALUES ('%1$s', '%2$s', '%1$s', 'SEMVER', '') ON CONFLICT DO NOTHING";
    private static final String CELL = """
            INSERT INTO cell VALUES ('%1$s', '%1$s', 'THINK', 1, 'tools', 'preserved', 'stream', '%2$s', '%3$s', '%4$s',
                '%5$s', '', '', '', '%6$s', '%7$s', '%8$s', '', 'openai-chat', 'openai-chat', '%9$s', '%9$s', '%9$s',
                false, 'MEDIUM', '{"%9$s": 3}', 3, 'a-run', now(), now()) ON CONFLICT DO NOTHING""";

    private final Pool pool;

    MatrixFixture(Pool pool) {
        this.pool = pool;
    }

    void client(String name, String version, String variant, String status) {
        sql(PRODUCT.formatted(name, "CLIENT"));
        String id = name + version + variant;
        sql(CELL.formatted(id, name, version, VersionScheme.SEMVER.order(version), variant, "", "", " ", status));
    }

    void backend(String name, String version, String status) {
        sql(PRODUCT.formatted(name, "BACKEND"));
        sql(CELL.formatted(
                name + version, "", "", " ", "", name, version, VersionScheme.SEMVER.order(version), status));
    }

    private void sql(String sql) {
        pool.query(sql).execute().await().atMost(Duration.ofSeconds(60));
    }
}
