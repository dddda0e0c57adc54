package dev.throughline.matrix.store;

import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Stores when the registries of products published their releases.
@ApplicationScoped
public class ReleaseStore {
    private static final String FIND = "SELECT releases FROM product WHERE product_id = $1";
    private static final String ALL = "SELECT product_id, releases FROM product WHERE releases <> '{}'";
    private static final String ADD = "UPDATE product SET releases = releases || $2::jsonb WHERE product_id = $1";

    private final StatementRunner statementRunner;

    ReleaseStore(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// The known releases of a product.
    public Uni<ReleaseHistory> of(Product product) {
        return statementRunner
                .run(FIND, Tuple.of(StoredText.encode(product.id())), ReleaseStore::read)
                .map(published -> new ReleaseHistory(product.scheme(), published));
    }

    /// When its registry published each known release of a product, by product; only those of which any is known.
    public Uni<Map<String, Map<String, Instant>>> all() {
        return statementRunner.run(ALL, Tuple.tuple(), rows -> {
            Map<String, Map<String, Instant>> all = new HashMap<>();
            rows.forEach(row -> all.put(row.getString("product_id"), published(row.getJsonObject("releases"))));
            return all;
        });
    }

    /// Adds releases, and corrects the dates of known ones.
    public Uni<Void> add(Product product, Map<String, Instant> published) {
        return statementRunner
                .run(ADD, Tuple.of(StoredText.encode(product.id()), column(published)), RowSet::rowCount)
                .replaceWithVoid();
    }

    /// Releases by product as JSON, each product's as the column has them.
    static String written(Map<String, Map<String, Instant>> releases) {
        JsonObject written = new JsonObject();
        releases.forEach((product, published) -> written.put(product, column(published)));
        return written.encode();
    }

    private static JsonObject column(Map<String, Instant> published) {
        JsonObject column = new JsonObject();
        published.forEach((version, moment) -> column.put(StoredText.encode(version), moment.toString()));
        return column;
    }

    private static Map<String, Instant> read(RowSet<Row> rows) {
        Map<String, Instant> published = new HashMap<>();
        rows.forEach(row -> published.putAll(published(row.getJsonObject("releases"))));
        return published;
    }

    /// Moments by version, as the column has them.
    static Map<String, Instant> published(JsonObject releases) {
        return releases.stream()
                .collect(Collectors.toMap(
                        entry -> StoredText.decode(entry.getKey()), entry -> Instant.parse((String) entry.getValue())));
    }
}
