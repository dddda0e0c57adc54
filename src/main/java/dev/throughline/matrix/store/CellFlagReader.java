package dev.throughline.matrix.store;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFlagRules;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Adds the flags that depend on the time of reading and on other data: one more statement per page.
@ApplicationScoped
class CellFlagReader {
    // Newest first; the search ends at the first release that was never measured. The look-ups are ordered, so that
    // they use the indexes: nearly all cells have no backend, and PostgreSQL would rather read all of them.
    static final String NEWEST = """
            SELECT p.product_id, v.sort_key FROM unnest($1::text[]) AS p (product_id) CROSS JOIN LATERAL (
                SELECT sort_key FROM product_version v
                WHERE v.product_id = p.product_id AND position('-' IN v.sort_key) = 0
                    AND (SELECT cell_id FROM cell c WHERE c.client = v.product_id AND c.client_order = v.sort_key
                            AND c.scenario <> 'traffic' ORDER BY cell_id LIMIT 1) IS NULL
                    AND (SELECT cell_id FROM cell c WHERE c.backend = v.product_id AND c.backend_order = v.sort_key
                            AND c.scenario <> 'traffic' ORDER BY cell_id LIMIT 1) IS NULL
                ORDER BY sort_key DESC LIMIT 1) v""";

    private final StatementRunner statementRunner;
    private final ClaimCatalog claims;
    private final MatrixConfig config;

    CellFlagReader(StatementRunner statementRunner, ClaimCatalog claims, MatrixConfig config) {
        this.statementRunner = statementRunner;
        this.claims = claims;
        this.config = config;
    }

    Uni<List<Cell>> on(List<UnflaggedCell> found) {
        if (found.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        List<Cell> cells = found.stream().map(UnflaggedCell::cell).toList();
        return newest(tested(cells)).map(newest -> flagged(found, newest, claims.about(products(cells))));
    }

    private List<Cell> flagged(List<UnflaggedCell> found, Map<String, String> newest, List<Claim> reported) {
        var flags = new CellFlagRules(Instant.now(), config.staleAfter(), newest, reported);
        return found.stream()
                .map(one -> flags.on(one.cell(), one.testedOrder()))
                .toList();
    }

    private Uni<Map<String, String>> newest(List<String> products) {
        String[] stored = products.stream().map(StoredText::encode).toArray(String[]::new);
        return statementRunner.run(NEWEST, Tuple.of(stored), CellFlagReader::byProduct);
    }

    private static Map<String, String> byProduct(RowSet<Row> rows) {
        Map<String, String> newest = new HashMap<>();
        for (Row row : rows) {
            String key = row.getString("sort_key");
            if (VersionScheme.isRelease(key)) {
                newest.put(row.getString("product_id"), key);
            }
        }
        return newest;
    }

    private static List<String> tested(List<Cell> cells) {
        return cells.stream()
                .map(CellFlagRules::tested)
                .flatMap(Optional::stream)
                .map(Versioned::product)
                .distinct()
                .toList();
    }

    private static List<String> products(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> Stream.of(cell.key().client(), cell.key().backend()))
                .flatMap(Optional::stream)
                .map(Versioned::product)
                .distinct()
                .toList();
    }
}
