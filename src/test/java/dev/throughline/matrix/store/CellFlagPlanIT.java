package dev.throughline.matrix.store;

import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Whether a newer release was never measured is looked up, also where nearly all cells have no backend, as in the
/// measurements that are shipped.
@QuarkusTest
class CellFlagPlanIT {
    private static final String CELLS = """
            INSERT INTO cell (cell_id, cell_key, capability, suite, scenario, policy, streaming, client,
                client_version, client_order, variant, model, gateway, gateway_version, backend, backend_version,
                backend_order, template, dialect_in, dialect_out, status, within_turn, across_turns, is_flaky,
                confidence, counts, votes, latest_run, first_measured, last_measured)
            SELECT 'plan-' || i, 'plan-' || i, 'THINK', 1, 'tools', 'preserved', 'stream', 'plan-' || i % 40,
                '1.0.' || i, '0' || i, '', 'glm-4.7', '', '', '', '', '', '', 'openai-chat', 'openai-chat', 'PRESERVED',
                'PRESERVED', 'PRESERVED', false, 'LOW', '{}', 1, 'a-run', now(), now()
            FROM generate_series(1, 4000) AS i""";
    private static final String PRODUCTS = """
            INSERT INTO product (product_id, kind, title, scheme)
            SELECT 'plan-' || i, 'CLIENT', 'plan', 'SEMVER' FROM generate_series(0, 39) AS i""";
    private static final String VERSIONS = """
            INSERT INTO product_version (product_id, version, sort_key, first_seen)
            SELECT client, client_version, client_order, now() FROM cell WHERE cell_id LIKE 'plan-%'""";

    @Inject
    MatrixRowWriter rows;

    @BeforeEach
    void measureManyWithoutBackend() {
        for (String sql : List.of(CELLS, PRODUCTS, VERSIONS, "ANALYZE cell", "ANALYZE product_version")) {
            rows.sql(sql);
        }
    }

    @AfterEach
    void remove() {
        for (String table : List.of("product_version", "product")) {
            rows.sql("DELETE FROM " + table + " WHERE product_id LIKE 'plan-%'");
        }
        rows.sql("DELETE FROM cell WHERE cell_id LIKE 'plan-%'");
        rows.sql("ANALYZE cell");
    }

    @Test
    void readsNoCellThatIsNotAskedFor() {
        String products = "ARRAY(SELECT 'plan-' || i FROM generate_series(0, 39) AS i)";
        RowSet<Row> plan = rows.sql("EXPLAIN "
                + CellFlagReader.UNMEASURED.replace("$1::text[]", products).replace("$2::text[]", "'{}'::text[]"));
        List<String> lines = new ArrayList<>();
        plan.forEach(row -> lines.add(row.getString(0)));

        assertThat(lines).noneMatch(line -> line.contains("Seq Scan on cell"));
        assertThat(lines).anyMatch(line -> line.contains("using cell_backend"));
        assertThat(lines).anyMatch(line -> line.contains("using cell_client"));
    }
}
