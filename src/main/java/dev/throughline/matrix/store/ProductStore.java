package dev.throughline.matrix.store;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.KnownProduct;
import dev.throughline.matrix.KnownProduct.ListedVersion;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.Product.Kind;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Stores what registries say of products.
@ApplicationScoped
public class ProductStore {
    private static final String CHANGED = """
            SELECT product_id, kind, title, scheme, registry, releases,
                (SELECT jsonb_object_agg(version, jsonb_build_object('seen', first_seen, 'latest', is_latest))
                    FROM product_version v WHERE v.product_id = p.product_id) AS listed
            FROM product p WHERE revision > $1 AND revision <= $2""";
    private static final String PRODUCT = """
            WITH r AS (UPDATE matrix_revision SET revision = revision + 1 RETURNING revision)
            INSERT INTO product (product_id, kind, title, scheme, registry, releases, revision)
            SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::jsonb, revision FROM r
            ON CONFLICT (product_id) DO UPDATE
            SET (releases, revision) = (product.releases || EXCLUDED.releases, EXCLUDED.revision)""";
    private static final String SEEN = """
            INSERT INTO product_version (product_id, version, first_seen) VALUES ($1, $2, now())
            ON CONFLICT (product_id, version) DO NOTHING""";
    private static final String LATEST = """
            UPDATE product_version SET is_latest = (version = $2),
                latest_by = CASE WHEN version = $2 THEN $3::text ELSE latest_by END,
                latest_from = CASE WHEN version = $2 THEN $4::text ELSE latest_from END
            WHERE product_id = $1 AND is_latest <> (version = $2)""";

    private final StatementRunner statementRunner;

    ProductStore(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// The products of which anything changed after a revision.
    /// @param shipped when the project knows that releases were published, by product; what is stored wins
    Uni<List<KnownProduct>> changed(long revision, long until, Map<String, Map<String, Instant>> shipped) {
        return statementRunner.run(CHANGED, Tuple.of(revision, until), rows -> {
            List<KnownProduct> products = new ArrayList<>(rows.size());
            rows.forEach(row -> products.add(product(row, shipped)));
            return products;
        });
    }

    /// Records which version a product's registry calls its latest.
    /// @param published when it published each release, as far as it was asked; corrects the dates of known ones
    public Uni<Void> sawLatest(Product product, String version, Map<String, Instant> published, EvidenceSource source) {
        String stored = StoredText.encode(version);
        JsonObject releases = new JsonObject();
        published.forEach((release, moment) -> releases.put(StoredText.encode(release), moment.toString()));
        return statementRunner
                .inTransaction(connection -> execute(
                                connection,
                                PRODUCT,
                                Tuple.of(
                                        product.id(),
                                        product.kind().name(),
                                        StoredText.encode(product.title()),
                                        product.scheme().name(),
                                        product.registry(),
                                        releases))
                        .compose(_ -> execute(connection, SEEN, Tuple.of(product.id(), stored)))
                        .compose(_ -> execute(
                                connection,
                                LATEST,
                                Tuple.of(
                                        product.id(),
                                        stored,
                                        source.key().map(KeyId::value).orElse(null),
                                        source.address()))))
                .replaceWithVoid();
    }

    private static Future<RowSet<Row>> execute(SqlConnection connection, String sql, Tuple values) {
        return connection.preparedQuery(sql).execute(values);
    }

    private static KnownProduct product(Row row, Map<String, Map<String, Instant>> shipped) {
        var product = new Product(
                row.getString("product_id"),
                Kind.valueOf(row.getString("kind")),
                StoredText.decode(row.getString("title")),
                VersionScheme.valueOf(row.getString("scheme")),
                row.getString("registry"));
        Map<String, Instant> published = new HashMap<>(shipped.getOrDefault(product.id(), Map.of()));
        row.getJsonObject("releases")
                .forEach(entry ->
                        published.put(StoredText.decode(entry.getKey()), Instant.parse((String) entry.getValue())));
        Map<String, ListedVersion> listed = new HashMap<>();
        JsonObject versions = row.getJsonObject("listed");
        if (versions != null) {
            versions.forEach(
                    entry -> listed.put(StoredText.decode(entry.getKey()), listed((JsonObject) entry.getValue())));
        }
        return new KnownProduct(product, new ReleaseHistory(product.scheme(), published), listed);
    }

    private static ListedVersion listed(JsonObject version) {
        return new ListedVersion(
                OffsetDateTime.parse(version.getString("seen")).toInstant(), version.getBoolean("latest"));
    }
}
