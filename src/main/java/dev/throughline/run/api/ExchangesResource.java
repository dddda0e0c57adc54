package dev.throughline.run.api;

import dev.throughline.rest.Query;
import dev.throughline.run.exchange.Exchanges;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestMulti;
import org.jboss.resteasy.reactive.RestStreamElementType;
import org.jspecify.annotations.Nullable;

/// The exchanges of a run with all that was recorded of them.
@Path(Api.RUNS)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = Api.EVIDENCE_TAG)
class ExchangesResource {
    private final Lookup lookup;
    private final Exchanges exchanges;

    ExchangesResource(Lookup lookup, Exchanges exchanges) {
        this.lookup = lookup;
        this.exchanges = exchanges;
    }

    @GET
    @Path("/{run}/exchanges")
    @Operation(operationId = "listExchanges", summary = "List the exchanges of a run by number")
    @Parameter(
            name = "after",
            description = "Only exchanges with a larger number",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
    @Parameter(
            name = "limit",
            description = "How many exchanges",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "500", defaultValue = "50"))
    @APIResponse(responseCode = "200", description = "Some exchanges, and the number to go on after.")
    public Uni<ExchangePage> list(
            @PathParam("run") String id,
            @QueryParam("after") @Nullable String after,
            @QueryParam("limit") @Nullable String limit) {
        int from = Query.after(after);
        int most = Query.limit(limit);
        return lookup.run(id)
                .flatMap(run -> exchanges.list(run.id(), from, most + 1))
                .map(found -> found.stream().map(ExchangeView::listed).toList())
                .map(found -> ExchangePage.of(found, most));
    }

    @GET
    @Path("/{run}/exchanges/{number}")
    @Operation(operationId = "getExchange", summary = "Show an exchange with its evidence")
    @APIResponse(responseCode = "200", description = "The exchange.")
    public Uni<ExchangeView> get(@PathParam("run") String id, @PathParam("number") String number) {
        return lookup.exchange(id, number).map(ExchangeView::alone);
    }

    @GET
    @Path("/{run}/exchanges/{number}/request")
    @Operation(operationId = "getRequestBody", summary = "Show the request body as it came, byte for byte")
    @APIResponse(
            responseCode = "200",
            description = "The recorded body.",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = Object.class)))
    public Uni<byte[]> request(@PathParam("run") String id, @PathParam("number") String number) {
        return lookup.exchange(id, number)
                .flatMap(found -> exchanges.body(found.run(), found.trace().number()))
                .map(body -> body.orElseThrow(() -> Lookup.noBody(id, number)));
    }

    @GET
    @Path("/{run}/exchanges/{number}/tokens")
    @Produces(Api.NDJSON)
    @RestStreamElementType(MediaType.APPLICATION_JSON)
    @Operation(operationId = "getTokens", summary = "Stream the recorded tokens of an exchange, one JSON object a line")
    @APIResponse(
            responseCode = "200",
            description = "The tokens in order.",
            content = @Content(mediaType = Api.NDJSON, schema = @Schema(implementation = TokenLine.class)))
    public Multi<TokenLine> tokens(@PathParam("run") String id, @PathParam("number") String number) {
        return RestMulti.fromUniResponse(
                lookup.exchange(id, number),
                found -> exchanges.tokens(found.run(), found.trace().number()).map(TokenLine::of));
    }
}
