package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The evidence for answering a question.
///
/// @param client the product in question
/// @param backend the backend in question; empty if none was named
/// @param cells those of the client, in all versions, and those of the backend by itself
/// @param claims those about the client and the backend
/// @param clientReleases when versions of the client were published
/// @param backendReleases the same of the backend
public record UseEvidence(
        Product client,
        Optional<Product> backend,
        List<Cell> cells,
        List<Claim> claims,
        Instant now,
        ReleaseHistory clientReleases,
        ReleaseHistory backendReleases) {
    public UseEvidence {
        cells = List.copyOf(cells);
        claims = List.copyOf(claims);
    }

    /// The cells that count for a question.
    List<Cell> counted(UseQuestion question) {
        return cells.stream().filter(question::counts).toList();
    }
}
