package dev.throughline.run.prompt;

import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import dev.throughline.export.HtmlPage;
import dev.throughline.export.HtmlPage.Fact;
import dev.throughline.prompt.PromptPage;
import dev.throughline.prompt.PromptPaths;
import dev.throughline.prompt.PromptTerminal;
import dev.throughline.prompt.PromptView;
import dev.throughline.prompt.RenderWorkers;
import dev.throughline.prompt.TemplateProblemFactory;
import dev.throughline.prompt.UnknownTemplateException;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.ModelProfile;
import dev.throughline.rest.FormatChoice;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QueryTexts;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.api.RunLookup;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.prompt.RecordedPrompts.RecordedPrompt;
import dev.throughline.run.prompt.RecordedPrompts.UnreadableRequestException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The prompts of recorded requests.
@Path("/api/v1/runs/{run}")
@Tag(name = PromptPaths.TAG)
class RecordedPromptResource {
    private static final int LONGEST_NAME = 200;

    private final RunLookup runLookup;
    private final ExchangeStore exchangeStore;
    private final RecordedPrompts prompts;
    private final RecordedPrefixComparer prefixes;
    private final RenderWorkers workers;

    RecordedPromptResource(
            RunLookup runLookup,
            ExchangeStore exchangeStore,
            RecordedPrompts prompts,
            RecordedPrefixComparer prefixes,
            RenderWorkers workers) {
        this.workers = workers;
        this.runLookup = runLookup;
        this.exchangeStore = exchangeStore;
        this.prompts = prompts;
        this.prefixes = prefixes;
    }

    @GET
    @Path("/exchanges/{number}/prompt")
    @Produces(MediaType.WILDCARD)
    @Operation(
            operationId = "getPrompt",
            summary = "Render the prompt of a recorded request with a chat template",
            description = "As the server passes the request to its template, with parsed arguments; `mode` says how.")
    @Parameter(
            name = "template",
            description = "Name of a template that GET /templates lists; without it, the one for the model's name.",
            example = "glm-4.7")
    @Parameter(
            name = "format",
            description = "Format of the response; by the Accept header if absent.",
            schema = @Schema(enumeration = {"json", "text", "html", "ansi"}))
    @APIResponse(
            responseCode = "200",
            description = "The prompt.",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = PromptView.class)),
                @Content(mediaType = "text/plain;charset=UTF-8", schema = @Schema(type = SchemaType.STRING)),
                @Content(mediaType = "text/html;charset=UTF-8", schema = @Schema(type = SchemaType.STRING))
            })
    public Uni<Response> prompt(
            @PathParam("run") String id,
            @PathParam("number") String number,
            @QueryParam("template") @PlainText(max = LONGEST_NAME) @Nullable String template,
            @QueryParam("format") @Nullable String format,
            @Context HttpHeaders headers,
            @Context HttpServerResponse response) {
        PromptFormat form = FormatChoice.of(PromptFormat.ALL, "A prompt", format, headers.getAcceptableMediaTypes());
        Optional<String> name = QueryTexts.present(template);
        return runLookup
                .exchange(id, number)
                .invoke(() -> allowStyle(form, response))
                .flatMap(exchange -> prompts.prompt(exchange, name))
                .flatMap(found ->
                        workers.run(() -> answer(found.orElseThrow(() -> RunLookup.noBody(id, number)), form)))
                .onFailure()
                .transform(RecordedPromptResource::problem);
    }

    @GET
    @Path("/prefix")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "getPrefix",
            summary = "List how far each request of a run repeats the previous prompt",
            description = "What a request repeats can be read from a prefix cache; if it diverges too early, the"
                    + " field that caused it is named.")
    @Parameter(
            name = "template",
            description = "Name of a template that GET /templates lists; without it, the one for the model's name.",
            example = "glm-4.7")
    @Parameter(
            name = "after",
            description = "Only exchanges with a greater number",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "0", defaultValue = "0"))
    @Parameter(
            name = "limit",
            description = "Maximum number of exchanges",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = "50"))
    @APIResponse(
            responseCode = "200",
            description = "The requests that continue another one, by number.",
            content = @Content(schema = @Schema(implementation = PrefixPage.class)))
    public Uni<PrefixPage> prefix(
            @PathParam("run") String id,
            @QueryParam("template") @PlainText(max = LONGEST_NAME) @Nullable String template,
            @QueryParam("after") @DefaultValue("0") @NumberBetween(min = 0, max = Integer.MAX_VALUE) int after,
            @QueryParam("limit") @DefaultValue("50") @NumberBetween(min = 1, max = 200) int limit) {
        Optional<String> name = QueryTexts.present(template);
        return runLookup
                .run(id)
                .flatMap(run -> exchangeStore.list(run.id(), after, limit))
                .flatMap(found -> steps(found, name)
                        .map(steps -> PrefixPage.of(steps, found.size() == limit ? number(found) : null)))
                .onFailure()
                .transform(RecordedPromptResource::problem);
    }

    private Uni<List<PrefixPage.PrefixStep>> steps(List<RecordedExchange> found, Optional<String> template) {
        var latest = new LatestPrompts();
        return Multi.createFrom()
                .iterable(found)
                .onItem()
                .transformToUniAndConcatenate(exchange -> prefixes.step(exchange, template, latest))
                .flatMap(step -> Multi.createFrom().items(step.stream()))
                .collect()
                .asList()
                .map(steps -> CacheReportCompletion.completed(steps).stream()
                        .map(PrefixPage.PrefixStep::of)
                        .toList());
    }

    private static Integer number(List<RecordedExchange> found) {
        return found.getLast().trace().number();
    }

    /// Every response has a policy that allows nothing; Quarkus REST would add a second one, and both would apply.
    private static void allowStyle(PromptFormat form, HttpServerResponse response) {
        if (form == PromptFormat.HTML) {
            response.headers().set("Content-Security-Policy", HtmlPage.SERVED_POLICY);
        }
    }

    private static Response answer(RecordedPrompt prompt, PromptFormat form) {
        Response.ResponseBuilder answer =
                Response.ok().type(form.kind().mediaType()).header(HttpHeaders.VARY, HttpHeaders.ACCEPT);
        return (switch (form) {
                    case JSON ->
                        answer.entity(PromptView.of(
                                prompt.turn(),
                                Optional.empty(),
                                GlmVersion.find(prompt.template()).map(ModelProfile::of)));
                    case TEXT -> answer.entity(prompt.turn().prompt().text());
                    case ANSI -> answer.entity(PromptTerminal.of(prompt.turn()));
                    case HTML -> answer.entity(page(prompt));
                })
                .build();
    }

    private static byte[] page(RecordedPrompt prompt) {
        RecordedExchange exchange = prompt.exchange();
        String title = "Prompt of request " + exchange.trace().number() + " in run "
                + exchange.run().value();
        return PromptPage.of(
                title,
                prompt.turn(),
                new Fact("template", prompt.template()),
                new Fact("mode", prompt.turn().input().mode()),
                new Fact(
                        "characters",
                        Integer.toString(prompt.turn().prompt().text().length())));
    }

    private static Throwable problem(Throwable failure) {
        return switch (failure) {
            case UnknownTemplateException e ->
                Problem.inParameter("template", e.getMessage() + "; pass one of the allowed ones.")
                        .allowing(e.known())
                        .exception();
            case UnreadableRequestException e ->
                Problem.of(ProblemType.TEMPLATE_FAILED, String.valueOf(e.getMessage()))
                        .exception();
            default ->
                TemplateProblemFactory.of("", failure)
                        .<Throwable>map(found -> found)
                        .orElse(failure);
        };
    }

    /// The output formats of a prompt.
    enum PromptFormat implements FileFormat {
        JSON(FileKind.JSON),
        TEXT(FileKind.TEXT),
        HTML(FileKind.HTML),
        /// With terminal colors.
        ANSI(FileKind.TEXT) {
            @Override
            public String label() {
                return "ansi";
            }
        };

        static final List<PromptFormat> ALL = List.of(values());

        private final FileKind kind;

        PromptFormat(FileKind kind) {
            this.kind = kind;
        }

        @Override
        public FileKind kind() {
            return kind;
        }
    }

    /// Distinguishes a server that read nothing from its cache from one that does not report it: if a backend
    /// reports cached tokens for any request, a missing field of its other requests means 0.
    public static final class CacheReportCompletion {
        private CacheReportCompletion() {}

        /// The same steps; those without a count get 0 if another step of their backend has a count.
        public static List<RecordedStep> completed(List<RecordedStep> steps) {
            Set<String> reporting = steps.stream()
                    .filter(step -> step.cache()
                            .flatMap(cache -> cache.reported().stream().boxed().findFirst())
                            .isPresent())
                    .flatMap(step -> backend(step).stream())
                    .collect(Collectors.toSet());
            return steps.stream()
                    .map(step -> backend(step).filter(reporting::contains).isPresent() ? reported(step) : step)
                    .toList();
        }

        private static Optional<String> backend(RecordedStep step) {
            return step.prompt().exchange().backend().map(SelectedBackend::name);
        }

        private static RecordedStep reported(RecordedStep step) {
            return step.cache()
                    .map(known ->
                            step.withReported(OptionalInt.of(known.reported().orElse(0))))
                    .orElse(step);
        }
    }
}
