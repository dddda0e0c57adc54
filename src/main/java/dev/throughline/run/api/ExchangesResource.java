package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.exchange.ObservedExchange;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
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

/// The exchanges of a run with everything recorded about them.
@Path(RunPaths.RUNS)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = RunPaths.EVIDENCE_TAG)
class ExchangesResource {
    private final RunLookup runLookup;
    private final ExchangeStore exchangeStore;

    ExchangesResource(RunLookup runLookup, ExchangeStore exchangeStore) {
        this.runLookup = runLookup;
        this.exchangeStore = exchangeStore;
    }

    @GET
    @Path("/{run}/exchanges")
    @Operation(
            operationId = "listExchanges",
            summary = "List the exchanges of a run by number",
            description = "One entry for each request to the run, with its outcome, timings, anomalies and what"
                    + " became of earlier answers in it. `next` leads to the following page.")
    @Parameter(
            name = "after",
            description = "Only exchanges with a greater number",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
    @Parameter(
            name = "limit",
            description = "Maximum number of exchanges",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "500", defaultValue = "50"))
    @APIResponse(responseCode = "200", description = "A page of exchanges, and the number to continue after.")
    public Uni<ExchangePage> list(
            @PathParam("run") String id,
            @QueryParam("after") @DefaultValue("0") @NumberBetween(min = 0, max = Integer.MAX_VALUE) int after,
            @QueryParam("limit") @DefaultValue("50") @NumberBetween(min = 1, max = 500) int limit) {
        return runLookup
                .run(id)
                .flatMap(run -> exchangeStore.list(run.id(), after, limit + 1))
                .map(found -> found.stream().map(ExchangeView::listed).toList())
                .map(found -> ExchangePage.of(found, limit));
    }

    @GET
    @Path("/{run}/exchanges/{number}")
    @Operation(
            operationId = "getExchange",
            summary = "Get an exchange with its evidence",
            description = "All that was recorded of one request and its answer, with the observations of earlier"
                    + " answers' items: those of the latest items, by item. Where a long conversation has more,"
                    + " `evidence.next` leads to the items before them, and following it shows every observation.")
    @Parameter(
            name = "before",
            description = "Only observations of items before this one: `evidence.next` of the page before",
            example = "4711.2",
            schema = @Schema(type = SchemaType.STRING, pattern = "^" + ItemCursor.SYNTAX + "$"))
    @Parameter(
            name = "limit",
            description = "Maximum number of observations",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "1000", defaultValue = "1000"))
    @APIResponse(responseCode = "200", description = "The exchange.")
    public Uni<ExchangeView> get(
            @PathParam("run") String id,
            @PathParam("number") String number,
            @QueryParam("before") @Nullable String before,
            @QueryParam("limit") @DefaultValue("1000") @NumberBetween(min = 1, max = ObservedExchange.LARGEST)
                    int limit) {
        return runLookup.observed(id, number, before, limit).map(ExchangeView::alone);
    }

    @GET
    @Path("/{run}/exchanges/{number}/request")
    @Operation(
            operationId = "getRequestBody",
            summary = "Get the request body as received, byte for byte",
            description = "The body that the client sent, without credentials. It is no longer there where"
                    + " retention has removed it.")
    @APIResponse(
            responseCode = "200",
            description = "The recorded body.",
            content = @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(ref = "DialectBody")))
    public Uni<byte[]> request(@PathParam("run") String id, @PathParam("number") String number) {
        return runLookup
                .exchange(id, number)
                .flatMap(found -> exchangeStore.body(found.run(), found.trace().number()))
                .map(body -> body.orElseThrow(() -> RunLookup.noBody(id, number)));
    }

    @GET
    @Path("/{run}/exchanges/{number}/tokens")
    @Produces(RunPaths.NDJSON)
    @RestStreamElementType(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "getTokens",
            summary = "Stream the recorded tokens of an exchange, one JSON object per line",
            description = "Every token in the order in which it was received, with its kind and the microseconds"
                    + " since the request.")
    @APIResponse(
            responseCode = "200",
            description = "The tokens in order.",
            content = @Content(mediaType = RunPaths.NDJSON, schema = @Schema(implementation = TokenLine.class)))
    public Multi<TokenLine> tokens(@PathParam("run") String id, @PathParam("number") String number) {
        return RestMulti.fromUniResponse(
                runLookup.exchange(id, number),
                found -> exchangeStore
                        .tokens(found.run(), found.trace().number())
                        .map(TokenLine::of));
    }

    /// A page of a run's exchanges, by number.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "A page of exchanges of a run, by number.")
    record ExchangePage(
            List<ExchangeView> exchanges,

            @Schema(description = "Value of after for the next page; absent on the last.") @Nullable
            Integer next) {
        /// @param found one more than the limit if there are more
        static ExchangePage of(List<ExchangeView> found, int limit) {
            if (found.size() <= limit) {
                return new ExchangePage(found, null);
            }
            return new ExchangePage(
                    found.subList(0, limit), found.get(limit - 1).number());
        }
    }

    /// One line of an exchange's token listing.
    @Schema(name = "Token", description = "One recorded event of an answer.")
    record TokenLine(
            @Schema(description = "Place in the exchange, from 0.")
            int seq,

            @Schema(
                    description =
                            "start, reasoning, signature, redacted, text, call-start, call-arguments, call-end, usage,"
                                    + " finish or failure; raw for text of the backend that the client did not get as"
                                    + " it was; sampled for ids of tokens as the backend returned them")
            String kind,

            String text,

            @Schema(description = "Microseconds since the request.")
            long micros) {
        static TokenLine of(RecordedToken token) {
            return new TokenLine(token.seq(), SettingName.of(token.kind()), token.text(), token.micros());
        }
    }
}
