package dev.throughline.matrix.store;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFlagRules;
import dev.throughline.matrix.CellFlagRules.Unmeasured;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Adds the flags that depend on the time of reading and on other data: one more statement per page.
@ApplicationScoped
class CellFlagReader {
    // The look-ups are ordered, so that they use the indexes: nearly all cells have no backend, and PostgreSQL would
    // rather read all of them.
    static final String UNMEASURED = """
            SELECT p.product_id, p.scheme, u.versions, t.published
            FROM unnest($1::text[]) AS asked (product_id) JOIN product p USING (product_id) CROSS JOIN LATERAL (
                SELECT array_agg(version) AS versions FROM (
                    SELECT version FROM product_version v
                    WHERE v.product_id = p.product_id AND position('-' IN v.sort_key) = 0
                        AND (SELECT cell_id FROM cell c WHERE c.client = v.product_id AND c.client_order = v.sort_key
                                AND c.scenario <> 'traffic' ORDER BY cell_id LIMIT 1) IS NULL
                        AND (SELECT cell_id FROM cell c WHERE c.backend = v.product_id AND c.backend_order = v.sort_key
                                AND c.scenario <> 'traffic' ORDER BY cell_id LIMIT 1) IS NULL
                    ORDER BY sort_key DESC LIMIT 100) newest) u
            CROSS JOIN LATERAL (
                SELECT COALESCE(jsonb_object_agg(n, p.releases -> n), '{}') AS published
                FROM unnest($2::text[] || u.versions) AS n WHERE p.releases -> n IS NOT NULL) t
            WHERE u.versions IS NOT NULL""";

    private final StatementRunner statementRunner;
    private final ClaimCatalog claims;
    private final MatrixConfig config;

    CellFlagReader(StatementRunner statementRunner, ClaimCatalog claims, MatrixConfig config) {
        this.statementRunner = statementRunner;
        this.claims = claims;
        this.config = config;
    }

    Uni<List<Cell>> on(List<Cell> cells) {
        if (cells.isEmpty()) {
            return Uni.createFrom().item(List.of());
        }
        List<Versioned> tested = cells.stream()
                .map(CellFlagRules::tested)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return statementRunner
                .run(
                        UNMEASURED,
                        Tuple.of(stored(tested, Versioned::product), (Object) stored(tested, Versioned::version)),
                        CellFlagReader::byProduct)
                .map(unmeasured -> {
                    var flags = new CellFlagRules(
                            Instant.now(), config.staleAfter(), unmeasured, claims.about(products(cells)));
                    return cells.stream().map(flags::on).toList();
                });
    }

    private static String[] stored(List<Versioned> tested, Function<Versioned, String> part) {
        return tested.stream().map(part).distinct().map(StoredText::encode).toArray(String[]::new);
    }

    private static Map<String, Unmeasured> byProduct(RowSet<Row> rows) {
        Map<String, Unmeasured> byProduct = new HashMap<>();
        for (Row row : rows) {
            var releases = new ReleaseHistory(
                    VersionScheme.valueOf(row.getString("scheme")),
                    ReleaseStore.published(row.getJsonObject("published")));
            byProduct.put(
                    row.getString("product_id"),
                    new Unmeasured(
                            Arrays.stream(row.getArrayOfStrings("versions"))
                                    .map(StoredText::decode)
                                    .toList(),
                            releases));
        }
        return byProduct;
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
