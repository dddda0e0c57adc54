package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellComparison;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.api.DiffSide.OfMoment;
import dev.throughline.matrix.api.DiffSide.OfVersion;
import dev.throughline.matrix.report.MatrixDiff;
import dev.throughline.matrix.report.MatrixJsonWriter;
import dev.throughline.matrix.store.ProductStore;
import dev.throughline.matrix.version.NearMatches;
import dev.throughline.matrix.version.Product;
import dev.throughline.matrix.version.ProductVersion;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import dev.throughline.rest.TaggedResponse;
import dev.throughline.rest.input.PlainText;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The differences between two versions of a product, or between two points in time.
@Path(MatrixPaths.MATRIX + "/diff")
@Tag(name = MatrixPaths.TAG)
class DiffResource {
    private static final String LATEST = "latest";

    private final MatrixCellReader reads;
    private final ProductStore productStore;
    private final CurrentCaller currentCaller;

    DiffResource(MatrixCellReader reads, ProductStore productStore, CurrentCaller currentCaller) {
        this.reads = reads;
        this.productStore = productStore;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "diffMatrix",
            summary = "Get what changed between two versions or two moments",
            description = "Compares combinations that are otherwise equal.")
    @Parameter(
            name = "from",
            required = true,
            description = "A version of a product, latest for the newest that was measured; or a moment",
            example = "opencode@1.1.34")
    @Parameter(
            name = "to",
            required = true,
            description = "Another version of the same product, or another moment",
            example = "opencode@1.1.53")
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponse(
            responseCode = "200",
            description = "What changed.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = MatrixDiff.class)))
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> diff(
            @Valid @BeanParam MatrixParameters parameters,
            @QueryParam("from") @PlainText(max = 300) @Nullable String from,
            @QueryParam("to") @PlainText(max = 300) @Nullable String to,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context HttpServerResponse response) {
        MatrixQuery query = parameters.query();
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        return compared(query, DiffSide.read("from", from), DiffSide.read("to", to))
                .map(found -> answer.json(MatrixJsonWriter.bytes(found)));
    }

    private Uni<MatrixDiff> compared(MatrixQuery query, DiffSide from, DiffSide to) {
        if (from instanceof OfVersion before && to instanceof OfVersion after) {
            if (!before.product().equals(after.product())) {
                throw Problem.inParameter(
                                "to",
                                "another version of " + QuotedValue.of(before.product()) + " was expected, found "
                                        + QuotedValue.of(after.product()) + ".")
                        .exception();
            }
            return versions(query, before, after);
        }
        if (from instanceof OfMoment(Instant before) && to instanceof OfMoment(Instant after)) {
            return moments(query, before, after);
        }
        throw Problem.inParameter("to", "two versions or two moments were expected, found one of each.")
                .exception();
    }

    private Uni<MatrixDiff> moments(MatrixQuery query, Instant from, Instant to) {
        return reads.all(query.at(from))
                .chain(before -> reads.all(query.at(to))
                        .map(after -> MatrixDiff.of(
                                from.toString(), to.toString(), CellComparison.ofMoments(before, after))));
    }

    private Uni<MatrixDiff> versions(MatrixQuery query, OfVersion from, OfVersion to) {
        return productStore
                .list()
                .map(all -> ProductLookup.of(from.product(), all))
                .chain(product -> productStore
                        .versions(product.id())
                        .chain(known -> versions(
                                query,
                                product,
                                known("from", product, from.version(), known),
                                known("to", product, to.version(), known))));
    }

    private Uni<MatrixDiff> versions(MatrixQuery query, Product product, String from, String to) {
        return cells(query, product, from)
                .chain(before -> cells(query, product, to)
                        .map(after -> MatrixDiff.of(
                                product.id() + "@" + from,
                                product.id() + "@" + to,
                                CellComparison.ofVersions(product.id(), before, after))));
    }

    private Uni<List<Cell>> cells(MatrixQuery query, Product product, String version) {
        CellFilter filter = query.filter();
        return reads.all(query.with(
                switch (product.kind()) {
                    case CLIENT, SDK -> filter.with(Axis.CLIENT, product.id()).with(Axis.CLIENT_VERSION, version);
                    case GATEWAY -> filter.with(Axis.GATEWAY, product.id()).with(Axis.GATEWAY_VERSION, version);
                    case BACKEND -> filter.with(Axis.BACKEND, product.id()).with(Axis.BACKEND_VERSION, version);
                }));
    }

    /// A known version, or the newest measured one for `latest`.
    private static String known(String parameter, Product product, String version, List<ProductVersion> known) {
        Optional<ProductVersion> found = known.stream()
                .filter(one -> version.equals(LATEST)
                        ? one.isMeasured()
                        : one.version().equals(version))
                .findFirst();
        return found.map(ProductVersion::version).orElseThrow(() -> {
            List<String> near = NearMatches.of(
                    version, known.stream().map(ProductVersion::version).toList());
            String hint = near.isEmpty() ? "" : " Similar: " + String.join(", ", near) + ".";
            return Problem.of(
                            ProblemType.NOT_FOUND,
                            parameter + ": " + product.id() + " has no known version " + QuotedValue.of(version) + "."
                                    + hint)
                    .allowing(near)
                    .exception();
        });
    }
}
