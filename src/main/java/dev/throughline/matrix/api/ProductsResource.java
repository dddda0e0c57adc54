package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.access.CurrentCaller;
import dev.throughline.access.Scope;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.matrix.store.ProductStore;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import dev.throughline.rest.TaggedResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Products and their versions.
@Path(MatrixPaths.PRODUCTS)
@Tag(name = MatrixPaths.TAG)
class ProductsResource {
    private final Matrix matrix;
    private final ProductStore productStore;
    private final CurrentCaller currentCaller;

    ProductsResource(Matrix matrix, ProductStore productStore, CurrentCaller currentCaller) {
        this.matrix = matrix;
        this.productStore = productStore;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "listProducts",
            summary = "List clients, SDKs, gateways and backends with their versions",
            description = "All that a cell or a claim names, by kind and name, with every known version of each.")
    @Parameter(
            name = "kind",
            description = "The role of a product",
            schema = @Schema(enumeration = {"client", "sdk", "gateway", "backend"}))
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponseSchema(
            value = ProductView.ListView.class,
            responseCode = "200",
            responseDescription = "The products, by id.")
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> list(
            @QueryParam("kind") Product.@Nullable Kind kind,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo request,
            @Context HttpServerResponse response) {
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        String api = MatrixPaths.api(request);
        return matrix.now()
                .map(now -> now.products().stream()
                        .filter(product -> kind == null || product.kind() == kind)
                        .map(product -> ProductView.of(product, now, api))
                        .toList())
                .map(all -> answer.json(MatrixJsonWriter.bytes(new ProductView.ListView(all))));
    }

    @GET
    @Path("/{product}")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "getProduct",
            summary = "Get a product with its versions",
            description = "The versions in their order, and where they were seen. An unknown name is a 404 that"
                    + " lists similar names.")
    @Parameter(name = "product", description = "Its id.", example = "opencode")
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponseSchema(value = ProductView.class, responseCode = "200", responseDescription = "The product.")
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> get(
            @PathParam("product") String id,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo request,
            @Context HttpServerResponse response) {
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        String api = MatrixPaths.api(request);
        return matrix.now()
                .map(now -> ProductView.of(ProductLookup.of(id, now.products()), now, api))
                .map(shown -> answer.json(MatrixJsonWriter.bytes(shown)));
    }

    @PUT
    @Path("/{product}/latest")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "sawLatest",
            summary = "Record which version a registry lists as latest",
            description = "What `throughline check` sends when it checks the latest version of a client. Cells of older"
                    + " versions are STALE as long as a newer release was not measured. Requires a key with the scope"
                    + " `measure`.")
    @Parameter(name = "product", description = "Its id.", example = "opencode")
    @APIResponseSchema(value = ProductView.class, responseCode = "200", responseDescription = "The product.")
    public Uni<ProductView> sawLatest(
            @PathParam("product") String id,
            @Valid @NotNull SeenLatest seen,
            @Context UriInfo request,
            @Context HttpServerRequest http) {
        currentCaller.current().needs(Scope.MEASURE).ifPresent(denial -> {
            throw Problem.of(ProblemType.FORBIDDEN, denial.message()).exception();
        });
        var source = new EvidenceSource(
                currentCaller.current().id(), http.remoteAddress().hostAddress());
        String api = MatrixPaths.api(request);
        return matrix.now()
                .map(now -> ProductLookup.of(id, now.products()))
                .call(product -> productStore.sawLatest(product, seen.of(product), seen.published(), source))
                .chain(product -> matrix.now().map(now -> ProductView.of(product, now, api)));
    }

    /// The body of `PUT /products/{product}/latest`.
    @Schema(description = "The version that a product's registry lists as latest.")
    record SeenLatest(
            @Schema(required = true, description = "As the registry writes it, never latest.", examples = "1.18.33")
            @PlainText(max = 200)
            @NotBlank
            @Pattern(regexp = "(?!([lL][aA][tT][eE][sS][tT])$).*", message = "a version was expected, never latest.")
            @Nullable
            String version,

            @Schema(
                    description = "The registry that was queried; if it is not the product's known registry, nothing is"
                            + " kept.",
                    examples = "npm:opencode-ai")
            @PlainText(max = 200)
            @Nullable
            String registry,

            @Schema(
                    description =
                            "When the registry published each release, by version. They are added to those known.",
                    examples = "{\"1.18.33\": \"2026-11-21T04:00:00Z\"}")
            @Size(max = 20_000)
            @Nullable
            Map<@PlainText(max = 200) String, @PlainText(max = 40) @NotNull String> releases) {
        /// The version, unless another registry than that of this product was queried.
        String of(Product product) {
            if (registry != null && !product.registry().isEmpty() && !registry.equals(product.registry())) {
                throw Problem.inField(
                                "/registry",
                                product.registry() + " was expected, found " + QuotedValue.of(registry) + ".")
                        .exception();
            }
            return Objects.requireNonNull(version);
        }

        /// When the registry published each release; empty if that was not sent.
        Map<String, Instant> published() {
            Map<String, Instant> published = new HashMap<>();
            if (releases != null) {
                releases.forEach((version, moment) -> published.put(version, instant(version, moment)));
            }
            return published;
        }

        private static Instant instant(String version, String moment) {
            try {
                return OffsetDateTime.parse(moment).toInstant();
            } catch (DateTimeParseException e) {
                throw Problem.inField(
                                "/releases/" + version,
                                "a time such as 2026-11-21T04:00:00Z was expected, found " + QuotedValue.of(moment)
                                        + ".")
                        .exception();
            }
        }
    }

    /// A product with its versions.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "Product", description = "A versioned product that takes part in a conversation.")
    record ProductView(
            @Schema(description = "Its name in filters.", examples = "opencode")
            String id,

            @Schema(
                    description = "Its role.",
                    enumeration = {"CLIENT", "SDK", "GATEWAY", "BACKEND"})
            String kind,

            @Schema(description = "Its display name.") String title,

            @Schema(description = "How its versions are ordered.")
            VersionScheme scheme,

            @Schema(description = "The registry that its versions are looked up in; absent for none.") @Nullable
            String registry,

            @Schema(description = "The version that its registry lists as latest.") @Nullable
            String latest,

            @Schema(description = "The newest version that was measured.") @Nullable
            String latestMeasured,

            @Schema(description = "All known versions, newest first.")
            List<VersionView> versions,

            @Schema(description = "Its cells.") String matrix) {
        /// @param api URL of `/api/v1`
        public static ProductView of(Product product, MatrixSnapshot matrix, String api) {
            List<ProductVersion> versions = matrix.versions(product.id());
            String side = switch (product.kind()) {
                case CLIENT, SDK -> "client";
                case GATEWAY -> "gateway";
                case BACKEND -> "backend";
            };
            return new ProductView(
                    product.id(),
                    product.kind().name(),
                    product.title(),
                    product.scheme(),
                    product.registry().isEmpty() ? null : product.registry(),
                    versions.stream()
                            .filter(ProductVersion::isLatest)
                            .findFirst()
                            .map(ProductVersion::version)
                            .orElse(null),
                    matrix.newestMeasured(product.id()).orElse(null),
                    versions.stream().map(VersionView::of).toList(),
                    api + "/matrix?" + side + "=" + product.id());
        }

        /// One version.
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(name = "ProductVersion", description = "A known version.")
        public record VersionView(
                String version,

                @Schema(description = "Whether a cell of it exists.")
                boolean measured,

                @Schema(description = "When it was first seen.")
                Instant firstSeen,

                @Schema(description = "When its registry published it.") @Nullable
                Instant published) {
            static VersionView of(ProductVersion version) {
                return new VersionView(
                        version.version(),
                        version.isMeasured(),
                        version.firstSeen(),
                        version.published().orElse(null));
            }
        }

        /// All products.
        @Schema(name = "Products", description = "All products, by id.")
        public record ListView(List<ProductView> products) {}
    }
}
