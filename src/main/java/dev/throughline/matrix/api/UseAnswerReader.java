package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
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
import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.matrix.use.UseAnswer.Notice;
import dev.throughline.matrix.use.UseAnswer.Part;
import dev.throughline.matrix.use.UseEvidence;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.report.MeasuredRemedies.Loss;
import dev.throughline.run.report.Remedy.Kind;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
        return Uni.combine()
                .all()
                .unis(productStore.versions(client.id()), releases.of(client))
                .with((versions, history) -> versions.stream()
                        .filter(ProductVersion::isLatest)
                        .map(ProductVersion::version)
                        .findFirst()
                        .or(() -> versions.stream().map(ProductVersion::version).max(history.order()))
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
                    UseAnswer answer = CanIUse.answer(question, evidence);
                    return new ResolvedUseAnswer(question, answer.with(remedies(question, answer, evidence)));
                });
    }

    /// Versions that keep what the client by itself, in its usual field, does not.
    private static List<Notice> remedies(UseQuestion question, UseAnswer answer, UseEvidence evidence) {
        Set<Capability> lost = answer.capabilities().stream()
                .filter(part -> part.answer().equals(Optional.of(false)))
                .map(Part::capability)
                .collect(Collectors.toSet());
        if (lost.isEmpty()) {
            return List.of();
        }
        Versioned asked = question.client();
        var client = new Client(
                asked.product(),
                asked.version(),
                Optional.of(question.variant()),
                question.dialect(),
                question.model());
        var loss = new Loss(client, question.policy(), Optional.empty(), lost, question.dialect(), "");
        List<Cell> byItself = evidence.cells().stream()
                .filter(cell -> cell.key().client().isPresent() && !cell.key().isTraffic())
                .filter(cell ->
                        cell.key().gateway().isEmpty() && cell.key().backend().isEmpty())
                .toList();
        return new RemedyRules(evidence.client(), loss, evidence.clientReleases())
                .of(byItself).remedies().stream()
                        .filter(remedy -> remedy.kind() == Kind.VERSION)
                        .map(remedy -> new Notice(Notice.Kind.REMEDY, remedy.text()))
                        .toList();
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
