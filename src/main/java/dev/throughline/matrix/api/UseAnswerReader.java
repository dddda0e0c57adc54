package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.store.CellStore;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.matrix.store.ProductStore;
import dev.throughline.matrix.store.ReleaseStore;
import dev.throughline.matrix.use.CanIUse;
import dev.throughline.matrix.use.UseEvidence;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.rest.SettingName;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Answers whether a version of a client preserves reasoning, from the stored cells.
@ApplicationScoped
public class UseAnswerReader {
    /// More cells than any product has in one policy; beyond it the answer states that it is based on a part.
    private static final int MOST_CELLS = 5_000;

    private static final String LATEST = "latest";
    private static final ReleaseHistory NO_RELEASES = new ReleaseHistory(VersionScheme.SEMVER, Map.of());

    private final ProductStore productStore;
    private final ReleaseStore releases;
    private final CellStore cellStore;
    private final ClaimCatalog claims;

    UseAnswerReader(ProductStore productStore, ReleaseStore releases, CellStore cellStore, ClaimCatalog claims) {
        this.productStore = productStore;
        this.releases = releases;
        this.cellStore = cellStore;
        this.claims = claims;
    }

    /// Fails with a problem for an unknown product; `latest` is resolved.
    public Uni<ResolvedUseAnswer> answer(UseQuestion question) {
        return productStore.list().flatMap(known -> {
            Product client = ProductLookup.of(question.client().product(), known);
            Optional<Product> backend =
                    question.backend().map(Versioned::product).map(name -> ProductLookup.of(name, known));
            question.gateway().ifPresent(gateway -> ProductLookup.of(gateway.product(), known));
            return resolved(question, client).flatMap(asked -> answer(asked, client, backend));
        });
    }

    private Uni<UseQuestion> resolved(UseQuestion question, Product client) {
        if (!question.client().version().equals(LATEST)) {
            return Uni.createFrom().item(question);
        }
        return productStore
                .versions(client.id())
                .map(versions -> versions.stream()
                        .filter(ProductVersion::isLatest)
                        .findFirst()
                        .or(() -> versions.stream().findFirst())
                        .map(ProductVersion::version)
                        .map(question::withVersion)
                        .orElse(question));
    }

    private Uni<ResolvedUseAnswer> answer(UseQuestion question, Product client, Optional<Product> backend) {
        List<String> about = Stream.concat(Stream.of(client), backend.stream())
                .map(Product::id)
                .toList();
        return Uni.combine()
                .all()
                .unis(
                        cellStore.find(ofClient(question), Optional.empty(), MOST_CELLS),
                        backend.map(product ->
                                        cellStore.find(ofBackend(question, product), Optional.empty(), MOST_CELLS))
                                .orElseGet(() -> Uni.createFrom().item(new CellPage(List.of(), Optional.empty()))),
                        releases.of(client),
                        backend.map(releases::of)
                                .orElseGet(() -> Uni.createFrom().item(NO_RELEASES)))
                .asTuple()
                .map(found -> {
                    List<CellPage> pages = List.of(found.getItem1(), found.getItem2());
                    var evidence = new UseEvidence(
                            client,
                            backend,
                            pages.stream()
                                    .flatMap(page -> page.cells().stream())
                                    .toList(),
                            claims.about(about),
                            Instant.now(),
                            pages.stream().allMatch(page -> page.next().isEmpty()),
                            found.getItem3(),
                            found.getItem4());
                    return new ResolvedUseAnswer(question, CanIUse.answer(question, evidence));
                });
    }

    private static CellFilter ofClient(UseQuestion question) {
        return CellFilter.all()
                .with(Axis.CLIENT, question.client().product())
                .with(Axis.POLICY, SettingName.of(question.policy()))
                .with(Set.copyOf(question.capabilities()))
                .withTraffic();
    }

    private static CellFilter ofBackend(UseQuestion question, Product backend) {
        return CellFilter.all()
                .with(Axis.CLIENT, "")
                .with(Axis.BACKEND, backend.id())
                .with(Set.copyOf(question.capabilities()));
    }
}
