package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.pages.ExchangeDetail.ItemsPart;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.rest.QueryTexts;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.Run;
import dev.throughline.run.TokenKind;
import dev.throughline.run.api.ItemCursor;
import dev.throughline.run.api.RunLookup;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.exchange.ObservedExchange;
import dev.throughline.verdict.IssuedAnswer;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/// The page of an exchange.
@WithPageDeadline
@Path("/runs/{run}/exchanges/{number}")
class ExchangePageResource {
    private static final int MOST_RAW = 2_000;
    private static final int LONGEST_BODY = 4_000_000;

    /// Items of earlier answers that are read for one page, which has room for some of them.
    private static final int ITEMS = 300;

    private final RunLookup runLookup;
    private final ExchangeStore exchangeStore;
    private final ExchangePromptReader prompts;
    private final PageFrames frames;
    private final ObjectMapper mapper;

    ExchangePageResource(
            RunLookup runLookup,
            ExchangeStore exchangeStore,
            ExchangePromptReader prompts,
            PageFrames frames,
            ObjectMapper mapper) {
        this.runLookup = runLookup;
        this.exchangeStore = exchangeStore;
        this.prompts = prompts;
        this.frames = frames;
        this.mapper = mapper;
    }

    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<TemplateInstance> exchange(
            @PathParam("run") String id,
            @PathParam("number") String number,
            @QueryParam("before") @Nullable String before,
            @Context HttpServerRequest request) {
        PageFrame frame = frames.of("runs", request);
        Uni<ObservedExchange> sought = runLookup.observed(id, number, before, ITEMS);
        return Uni.combine()
                .all()
                .unis(runLookup.run(id), sought)
                .withUni((Run run, ObservedExchange found) -> detail(run, found, QueryTexts.present(before)))
                .map(detail -> PageTemplates.exchange(frame, detail));
    }

    private Uni<ExchangeDetail> detail(Run run, ObservedExchange observed, Optional<String> before) {
        RecordedExchange found = observed.exchange();
        ItemsPart part = new ItemsPart(
                before.isPresent(), observed.next().map(ItemCursor::write).orElse(""));
        int number = found.trace().number();
        Uni<List<IssuedAnswer>> earlier = exchangeStore.issued(run.id(), ObservedAnswers.outside(List.of(found)));
        Uni<Optional<byte[]>> body = exchangeStore.body(run.id(), number);
        return Uni.combine()
                .all()
                .unis(earlier, body, raw(run, number))
                .asTuple()
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(read -> new ExchangeDetailFactory(run, found, part, read.getItem1(), json(read.getItem2()))
                        .detail(
                                read.getItem3(),
                                prompts.read(found, read.getItem2()),
                                exchangeStore.commitWait(run.id(), number)));
    }

    private Uni<String> raw(Run run, int number) {
        return exchangeStore
                .tokens(run.id(), number)
                .filter(token -> token.kind() == TokenKind.RAW)
                .select()
                .first(MOST_RAW)
                .map(RecordedToken::text)
                .collect()
                .with(Collectors.joining());
    }

    // A body that is large or no JSON is not compared; the outcome of each item is known without it.
    private JsonNode json(Optional<byte[]> body) {
        try {
            return body.isEmpty() || body.get().length > LONGEST_BODY
                    ? MissingNode.getInstance()
                    : mapper.readTree(body.get());
        } catch (IOException _) {
            return MissingNode.getInstance();
        }
    }
}
