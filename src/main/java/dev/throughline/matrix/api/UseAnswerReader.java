package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.matrix.store.Matrix;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers whether a version of a client preserves reasoning, from the cells of the matrix.
@ApplicationScoped
public class UseAnswerReader {
    private static final String LATEST = "latest";
    private static final ReleaseHistory NO_RELEASES = new ReleaseHistory(VersionScheme.SEMVER, Map.of());

    private final Matrix matrix;
    private final ClaimCatalog claims;

    UseAnswerReader(Matrix matrix, ClaimCatalog claims) {
        this.matrix = matrix;
        this.claims = claims;
    }

    /// Fails with a problem for an unknown product; `latest` is resolved.
    public Uni<ResolvedUseAnswer> answer(UseQuestion question) {
        return matrix.now().map(now -> {
            List<Product> known = now.products();
            Product client = ProductLookup.of(question.client().product(), known);
            Optional<Product> backend =
                    question.backend().map(Versioned::product).map(name -> ProductLookup.of(name, known));
            question.gateway().ifPresent(gateway -> ProductLookup.of(gateway.product(), known));
            return answer(resolved(question, now), client, backend, now);
        });
    }

    private static UseQuestion resolved(UseQuestion question, MatrixSnapshot now) {
        String client = question.client().product();
        if (!question.client().version().equals(LATEST)) {
            return question;
        }
        List<ProductVersion> versions = now.versions(client);
        return versions.stream()
                .filter(ProductVersion::isLatest)
                .map(ProductVersion::version)
                .findFirst()
                .or(() -> versions.stream()
                        .map(ProductVersion::version)
                        .max(now.releases(client).order()))
                .map(question::withVersion)
                .orElse(question);
    }

    private ResolvedUseAnswer answer(
            UseQuestion question, Product client, Optional<Product> backend, MatrixSnapshot now) {
        List<String> about = Stream.concat(Stream.of(client), backend.stream())
                .map(Product::id)
                .toList();
        List<Cell> cells = new ArrayList<>(now.cells(ofClient(question)));
        backend.ifPresent(product -> cells.addAll(now.cells(ofBackend(question, product))));
        var evidence = new UseEvidence(
                client,
                backend,
                cells,
                claims.about(about),
                Instant.now(),
                now.releases(client.id()),
                backend.map(product -> now.releases(product.id())).orElse(NO_RELEASES));
        UseAnswer answer = CanIUse.answer(question, evidence);
        return new ResolvedUseAnswer(question, answer.with(remedies(question, answer, evidence)));
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

    /// A question with its versions resolved, and its answer.
    public record ResolvedUseAnswer(UseQuestion question, UseAnswer answer) {}
}
