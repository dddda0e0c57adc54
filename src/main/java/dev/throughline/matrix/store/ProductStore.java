package dev.throughline.matrix.store;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.Product.Kind;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Stores the known products and their versions.
@ApplicationScoped
public class ProductStore {
    private static final String COLUMNS = "product_id, kind, title, scheme, registry";
    private static final String LIST = "SELECT " + COLUMNS + " FROM product ORDER BY product_id";
    private static final String FIND = "SELECT " + COLUMNS + " FROM product WHERE product_id = $1";
    private static final String VERSIONS = """
            SELECT version, sort_key, first_seen, is_latest,
                (SELECT p.releases ->> v.version FROM product p WHERE p.product_id = v.product_id) AS published,
                EXISTS (SELECT FROM cell c WHERE c.client = v.product_id AND c.client_order = v.sort_key)
                OR EXISTS (SELECT FROM cell c WHERE c.backend = v.product_id AND c.backend_order = v.sort_key)
                    AS is_measured
            FROM product_version v WHERE product_id = $1 ORDER BY sort_key DESC, version""";
    private static final String SAW = """
            INSERT INTO product_version (product_id, version, sort_key, first_seen, is_latest)
            VALUES ($1, $2, $3, now(), false) ON CONFLICT (product_id, version) DO NOTHING""";
    private static final String LATEST = """
            UPDATE product_version SET is_latest = (version = $2),
                latest_by = CASE WHEN version = $2 THEN $3::text ELSE latest_by END,
                latest_from = CASE WHEN version = $2 THEN $4::text ELSE latest_from END
            WHERE product_id = $1 AND is_latest <> (version = $2)""";

    private final StatementRunner statementRunner;

    ProductStore(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// All products by id.
    public Uni<List<Product>> list() {
        return statementRunner.run(LIST, Tuple.tuple(), ProductStore::read);
    }

    /// The product with this id.
    public Uni<Optional<Product>> find(String id) {
        return statementRunner
                .run(FIND, Tuple.of(StoredText.encode(id)), ProductStore::read)
                .map(found -> found.stream().findFirst());
    }

    /// The versions of a product, newest first.
    public Uni<List<ProductVersion>> versions(String product) {
        return statementRunner.run(VERSIONS, Tuple.of(StoredText.encode(product)), ProductStore::readVersions);
    }

    /// Records that a product's registry calls a version its latest.
    public Uni<Void> sawLatest(Product product, String version, EvidenceSource source) {
        String stored = StoredText.encode(version);
        String order = StoredText.encode(product.scheme().order(version));
        return statementRunner
                .run(SAW, Tuple.of(product.id(), stored, order), written -> written.rowCount())
                .chain(() -> statementRunner.run(
                        LATEST,
                        Tuple.of(
                                product.id(),
                                stored,
                                source.key().map(KeyId::value).orElse(null),
                                source.address()),
                        written -> written.rowCount()))
                .replaceWithVoid();
    }

    private static List<Product> read(RowSet<Row> rows) {
        List<Product> products = new ArrayList<>(rows.size());
        rows.forEach(row -> products.add(product(row)));
        return products;
    }

    private static Product product(Row row) {
        return new Product(
                row.getString("product_id"),
                Kind.valueOf(row.getString("kind")),
                StoredText.decode(row.getString("title")),
                VersionScheme.valueOf(row.getString("scheme")),
                row.getString("registry"));
    }

    private static List<ProductVersion> readVersions(RowSet<Row> rows) {
        List<ProductVersion> versions = new ArrayList<>(rows.size());
        for (Row row : rows) {
            versions.add(new ProductVersion(
                    StoredText.decode(row.getString("version")),
                    StoredText.decode(row.getString("sort_key")),
                    row.getOffsetDateTime("first_seen").toInstant(),
                    Optional.ofNullable(row.getString("published")).map(Instant::parse),
                    row.getBoolean("is_latest"),
                    row.getBoolean("is_measured")));
        }
        return versions;
    }
}
