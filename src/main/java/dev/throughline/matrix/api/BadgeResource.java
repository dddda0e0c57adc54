package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.SettingName;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Serves badges for web pages. Always responds with status 200, since a missing image conveys nothing.
@Path("/badge/{product}")
@Tag(name = "Badges")
class BadgeResource {
    private static final String SVG = "image/svg+xml";
    private static final String SHORTLY = "public, max-age=300";
    private static final String PRODUCT = "Id of the product, for example opencode.";
    private static final String CAPABILITY = "The capability, for example THINK.";
    private static final String VERSION = "Its version; the newest measured one if absent";
    private static final String DIALECT = "openai-chat, anthropic or responses; all that were measured if absent";

    private final Matrix matrix;

    BadgeResource(Matrix matrix) {
        this.matrix = matrix;
    }

    @GET
    @Path("/{capability}.svg")
    @Produces(SVG)
    @Operation(
            operationId = "badge",
            summary = "Get a product's badge as SVG",
            description = "The newest measured result of a product's capability, colored by its status; gray"
                    + " where nothing is known.")
    @Parameter(name = "product", description = PRODUCT)
    @Parameter(name = "capability", description = CAPABILITY)
    @Parameter(name = "version", description = VERSION)
    @Parameter(name = "dialect", description = DIALECT)
    @APIResponse(
            responseCode = "200",
            description = "The badge; gray when the product or capability is unknown or not measured.",
            content = @Content(mediaType = SVG, schema = @Schema(implementation = String.class)))
    public Uni<Response> svg(
            @PathParam("product") String product,
            @PathParam("capability") String capability,
            @QueryParam("version") @Nullable String version,
            @QueryParam("dialect") @Nullable String dialect) {
        return badge(product, capability, version, dialect).map(badge -> answer(badge.svg()));
    }

    @GET
    @Path("/{capability}.json")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "badgeEndpoint",
            summary = "Get the badge's data for shields.io",
            description = "Source of the shape: shields.io, endpoint badge.")
    @Parameter(name = "product", description = PRODUCT)
    @Parameter(name = "capability", description = CAPABILITY)
    @Parameter(name = "version", description = VERSION)
    @Parameter(name = "dialect", description = DIALECT)
    @APIResponse(
            responseCode = "200",
            description = "Label, message and color; gray when unknown.",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = Shield.class)))
    public Uni<Response> json(
            @PathParam("product") String product,
            @PathParam("capability") String capability,
            @QueryParam("version") @Nullable String version,
            @QueryParam("dialect") @Nullable String dialect) {
        return badge(product, capability, version, dialect).map(badge -> answer(Shield.of(badge)));
    }

    /// Source: shields.io, endpoint badge, schema version 1.
    @Schema(name = "Shield", description = "A badge as shields.io reads it.")
    record Shield(int schemaVersion, String label, String message, String color) {
        static Shield of(Badge badge) {
            return new Shield(1, badge.label(), badge.message(), badge.color().substring(1));
        }
    }

    private Uni<Badge> badge(
            String name, String capabilityName, @Nullable String version, @Nullable String dialectName) {
        Badge unknown = Badge.unknown(name + " " + capabilityName);
        Optional<Capability> capability = SettingName.find(Capability.class, capabilityName.replace('_', '-'));
        Optional<Dialect> dialect =
                Optional.ofNullable(dialectName).flatMap(text -> SettingName.find(Dialect.class, text));
        boolean isDialect = dialect.isPresent() || dialectName == null;
        if (capability.isEmpty() || !isDialect) {
            return Uni.createFrom().item(unknown);
        }
        return matrix.now()
                .map(now -> now.product(name)
                        .map(product -> measured(
                                new BadgeStatus(
                                        product,
                                        capability.get(),
                                        Optional.ofNullable(version).filter(text -> !text.isBlank()),
                                        dialect),
                                now))
                        .orElse(unknown));
    }

    private static Badge measured(BadgeStatus standing, MatrixSnapshot now) {
        boolean isBackend = standing.product().kind() == Product.Kind.BACKEND;
        CellFilter filter = CellFilter.all()
                .with(isBackend ? Axis.BACKEND : Axis.CLIENT, standing.product().id())
                .with(Axis.POLICY, "preserved")
                .with(Set.of(standing.capability()));
        return standing.of(now.cells(filter), now.releases(standing.product().id()));
    }

    private static Response answer(Object content) {
        return Response.ok(content).header(HttpHeaders.CACHE_CONTROL, SHORTLY).build();
    }
}
