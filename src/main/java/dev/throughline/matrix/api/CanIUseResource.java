package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.report.ResolvedUseAnswer;
import dev.throughline.matrix.report.UseAnswerView;
import dev.throughline.matrix.store.CellStore;
import dev.throughline.matrix.store.ClaimStore;
import dev.throughline.matrix.store.ProductStore;
import dev.throughline.matrix.use.CanIUse;
import dev.throughline.matrix.use.UseEvidence;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.matrix.version.Product;
import dev.throughline.matrix.version.ProductVersion;
import dev.throughline.rest.SettingName;
import dev.throughline.rest.input.PlainText;
import dev.throughline.trace.ThinkingPolicy;
import io.smallrye.mutiny.Uni;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Answers whether a version of a client preserves reasoning with a given backend.
@Path("/api/v1/can-i-use")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Matrix")
class CanIUseResource {
    /// More cells than any product has in one policy; beyond it the answer states that it is based on a
    /// part.
    private static final int MOST_CELLS = 5_000;

    private static final String LATEST = "latest";

    private final ProductStore productStore;
    private final CellStore cellStore;
    private final ClaimStore claimStore;

    CanIUseResource(ProductStore productStore, CellStore cellStore, ClaimStore claimStore) {
        this.productStore = productStore;
        this.cellStore = cellStore;
        this.claimStore = claimStore;
    }

    /// The parsed query.
    static final class Asked {
        @QueryParam("client")
        @PlainText(max = 200)
        @Parameter(
                description = "The client or SDK with its version; latest is resolved.",
                required = true,
                example = "opencode@1.18.33")
        @Nullable
        String client;

        @QueryParam("dialect")
        @Parameter(
                description = "The dialect of the client; all that were measured if absent",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"openai-chat", "anthropic", "responses"}))
        @Nullable
        Dialect dialect;

        @QueryParam("capability")
        @Parameter(description = "What must be preserved, for example THINK; repeatable; THINK if absent")
        @Nullable
        List<String> capability;

        @QueryParam("variant")
        @PlainText(max = 200)
        @Parameter(description = "A variant of the recipe; the unmodified recipe if absent")
        @Nullable
        String variant;

        @QueryParam("model")
        @PlainText(max = 200)
        @Parameter(description = "Model id that the client is configured with; all that were measured if absent")
        @Nullable
        String model;

        @QueryParam("backend")
        @PlainText(max = 200)
        @Parameter(
                description = "The backend with its version; if absent, the stub, that is, the client alone",
                example = "llama.cpp@b4712")
        @Nullable
        String backend;

        @QueryParam("gateway")
        @PlainText(max = 200)
        @Parameter(
                description = "The gateway between client and backend, with or without its version; none if absent",
                example = "throughline")
        @Nullable
        String gateway;

        @QueryParam("policy")
        @Parameter(
                description = "When reasoning of earlier turns must be returned; preserved if absent",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"preserved", "interleaved"}))
        @Nullable
        ThinkingPolicy policy;

        @QueryParam("maxAge")
        @Parameter(description = "Maximum age of a measurement: 90d, 12h or ISO-8601; any age if absent")
        @Nullable
        String maxAge;

        @QueryParam("minConfidence")
        @Parameter(
                description = "Minimum confidence of the answer; low if absent",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"low", "medium", "high"}))
        @Nullable
        Confidence minConfidence;
    }

    @GET
    @Operation(
            operationId = "canIUse",
            summary = "Get whether a version of a client preserves reasoning",
            description = "True when every matching cell is preserved, false when one is not, null when that is"
                    + " unknown; null has status 200 too. Claims never count.")
    @APIResponse(responseCode = "200", description = "Yes, no or unknown, with the reason.")
    public Uni<UseAnswerView> canIUse(@Valid @BeanParam Asked asked) {
        return Uni.createFrom()
                .item(() -> UseQuestionReader.read(asked))
                .flatMap(this::answer)
                .map(UseAnswerView::of);
    }

    private Uni<ResolvedUseAnswer> answer(UseQuestion question) {
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
                        claimStore.about(about))
                .asTuple()
                .map(found -> answered(
                        question, client, backend, List.of(found.getItem1(), found.getItem2()), found.getItem3()));
    }

    private static ResolvedUseAnswer answered(
            UseQuestion question, Product client, Optional<Product> backend, List<CellPage> pages, List<Claim> claims) {
        List<Cell> all = pages.stream().flatMap(page -> page.cells().stream()).toList();
        boolean isWhole = pages.stream().allMatch(page -> page.next().isEmpty());
        var evidence = new UseEvidence(client, backend, all, claims, Instant.now(), isWhole);
        return new ResolvedUseAnswer(question, CanIUse.answer(question, evidence));
    }

    private static CellFilter ofClient(UseQuestion question) {
        return CellFilter.all()
                .with(Axis.CLIENT, question.client().product())
                .with(Axis.POLICY, SettingName.of(question.policy()))
                .with(Set.copyOf(question.capabilities()));
    }

    private static CellFilter ofBackend(UseQuestion question, Product backend) {
        return CellFilter.all()
                .with(Axis.CLIENT, "")
                .with(Axis.BACKEND, backend.id())
                .with(Set.copyOf(question.capabilities()));
    }
}
