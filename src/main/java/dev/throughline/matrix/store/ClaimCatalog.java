package dev.throughline.matrix.store;

import dev.throughline.matrix.Claim;
import dev.throughline.store.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// The third-party claims that the project collected: the lines of `db/claims.jsonl`, each a `Claim`.
@ApplicationScoped
public class ClaimCatalog {
    private static final String FILE = "/db/claims.jsonl";
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
        try (InputStream in = Objects.requireNonNull(ClaimCatalog.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> StoredJson.read(line, Claim.class))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
