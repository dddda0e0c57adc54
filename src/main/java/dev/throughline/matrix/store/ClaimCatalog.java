package dev.throughline.matrix.store;

import dev.throughline.matrix.Claim;
import dev.throughline.store.StoredJson;
import dev.throughline.text.Resources;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// The third-party claims that the project collected: the lines of `db/claims.jsonl`, each a `Claim`.
@ApplicationScoped
public class ClaimCatalog {
    private static final Comparator<Claim> ORDER = Comparator.comparing(Claim::product)
            .thenComparing(Claim::reported, Comparator.reverseOrder())
            .thenComparing(Claim::id);

    private final List<Claim> claims;

    @Inject
    ClaimCatalog() {
        this(read());
    }

    ClaimCatalog(Collection<Claim> claims) {
        this.claims = claims.stream().sorted(ORDER).toList();
    }

    /// All claims, by product, newest first.
    public List<Claim> list() {
        return claims;
    }

    /// The claims about any of these products.
    public List<Claim> about(Collection<String> products) {
        return claims.stream()
                .filter(claim -> products.contains(claim.product()))
                .toList();
    }

    private static List<Claim> read() {
        return Resources.text("db/claims.jsonl")
                .lines()
                .map(line -> StoredJson.read(line, Claim.class))
                .toList();
    }
}
