package dev.throughline.matrix.store;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.Claim;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Stores third-party claims.
@ApplicationScoped
public class ClaimStore {
    private static final String UNTESTED = "UNTESTED";
    private static final String COLUMNS = "claim_id, product_id, version, capability, status, text, source, reported";
    private static final String ORDER = " ORDER BY product_id, reported DESC, claim_id";
    private static final String ALL = "SELECT " + COLUMNS + " FROM claim" + ORDER;
    private static final String ABOUT = "SELECT " + COLUMNS + " FROM claim WHERE product_id = ANY ($1)" + ORDER;
    private static final String INSERT = "INSERT INTO claim (" + COLUMNS
            + ", key_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (claim_id) DO NOTHING";

    private final StatementRunner statementRunner;

    ClaimStore(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// All claims, by product, newest first.
    public Uni<List<Claim>> list() {
        return statementRunner.run(ALL, Tuple.tuple(), ClaimStore::read);
    }

    /// The claims about any of these products.
    public Uni<List<Claim>> about(Collection<String> products) {
        String[] stored = products.stream().map(StoredText::encode).toArray(String[]::new);
        return statementRunner.run(ABOUT, Tuple.of(stored), ClaimStore::read);
    }

    /// Stores a claim about a known product; an existing claim with the same id is kept.
    /// @param owner the key that submitted it
    /// @return whether it was new
    public Uni<Boolean> insert(Claim claim, Optional<KeyId> owner) {
        return statementRunner.run(INSERT, values(claim, owner), written -> written.rowCount() > 0);
    }

    private static Tuple values(Claim claim, Optional<KeyId> owner) {
        return Tuple.tuple()
                .addString(StoredText.encode(claim.id()))
                .addString(StoredText.encode(claim.product()))
                .addString(StoredText.encode(claim.version().orElse("")))
                .addString(claim.capability().name())
                .addString(claim.status().map(Status::name).orElse(UNTESTED))
                .addString(StoredText.encode(claim.text()))
                .addString(StoredText.encode(claim.source()))
                .addLocalDate(claim.reported())
                .addString(owner.map(KeyId::value).orElse(null));
    }

    private static List<Claim> read(RowSet<Row> rows) {
        List<Claim> claims = new ArrayList<>(rows.size());
        rows.forEach(row -> claims.add(claim(row)));
        return claims;
    }

    private static Claim claim(Row row) {
        return new Claim(
                StoredText.decode(row.getString("claim_id")),
                StoredText.decode(row.getString("product_id")),
                Optional.of(StoredText.decode(row.getString("version"))).filter(version -> !version.isEmpty()),
                Capability.valueOf(row.getString("capability")),
                Optional.of(row.getString("status"))
                        .filter(status -> !status.equals(UNTESTED))
                        .map(Status::valueOf),
                StoredText.decode(row.getString("text")),
                StoredText.decode(row.getString("source")),
                row.getLocalDate("reported"));
    }
}
