package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.render.ChatInput;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.PrefixMeasure;
import dev.throughline.render.PromptBridge;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.rest.Problem;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Renders conversations sent in a request. Nothing is recorded. Bodies are read on a worker thread, prompts
/// rendered on those of [RenderWorkers].
@Path(PromptPaths.RENDER)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = PromptPaths.TAG)
@Blocking
class RenderResource {
    private final RenderWorkers workers;
    private final TokenizerLibrary tokenizers;
    private final RenderRequestReader reader;
    private final CurrentCaller currentCaller;

    RenderResource(
            RenderWorkers workers, TemplateLibrary library, TokenizerLibrary tokenizers, CurrentCaller currentCaller) {
        this.workers = workers;
        this.currentCaller = currentCaller;
        this.tokenizers = tokenizers;
        this.reader = new RenderRequestReader(library, tokenizers);
    }

    @POST
    @Operation(
            operationId = "renderPrompt",
            summary = "Render a conversation with a chat template",
            description = "Any template: as Python's jinja2 renders it in the settings of Hugging Face transformers."
                    + " Send a request as `chat`, to have its messages handed on as today's servers do, or the"
                    + " template's variables as `context`.")
    @APIResponse(
            responseCode = "200",
            description = "The prompt, and where each of its characters came from.",
            content = @Content(schema = @Schema(implementation = PromptView.class)))
    public Uni<PromptView> render(@Valid @NotNull RenderRequest order) {
        return run(() -> rendered(order), order.tokenizer());
    }

    /// Runs work once the tokenizers that it names are read, so that no thread waits for them.
    private <T> Uni<T> run(Supplier<T> work, RenderRequest.@Nullable TokenizerName... named) {
        List<String> names = Arrays.stream(named)
                .flatMap(Stream::ofNullable)
                .map(RenderRequest.TokenizerName::name)
                .flatMap(Stream::ofNullable)
                .toList();
        Optional<KeyId> key = currentCaller.current().id();
        String network = currentCaller.network();
        return tokenizers.ready(names).chain(() -> workers.run(key, network, work));
    }

    private PromptView rendered(RenderRequest order) {
        Optional<Tokenizer> tokenizer = reader.tokenizer("", order.tokenizer());
        Optional<ModelProfile> profile = RenderRequestReader.profile(order);
        RenderRequestReader.requireFit("", tokenizer, profile);
        PromptTurn turn = reader.read("", order);
        Optional<Set<Integer>> learned = RenderRequestReader.learned(order, turn, tokenizer);
        return TemplateProblemFactory.in("/profile", () -> PromptView.of(turn, tokenizer, profile, learned));
    }

    @POST
    @Path("/parse")
    @Operation(
            operationId = "parseAnswer",
            summary = "Parse what a model wrote",
            description = "Splits an answer into reasoning, content and calls by the markers of its template.")
    @APIResponse(
            responseCode = "200",
            description = "The parts of the answer.",
            content = @Content(schema = @Schema(implementation = ParsedView.class)))
    public Uni<ParsedView> parse(@Valid @NotNull ParseRequest order) {
        return run(() -> reader.parse(order), order.tokenizer());
    }

    @POST
    @Path("/bridge")
    @Operation(
            operationId = "extendPrompt",
            summary = "Extend a prompt and its answer to the next turn",
            description = "Returns what to append to the sampled tokens, so that they stay unchanged."
                    + " Refused where the template does not continue the earlier prompt.")
    @APIResponse(
            responseCode = "200",
            description = "What to append.",
            content = @Content(schema = @Schema(implementation = BridgeView.class)))
    public Uni<BridgeView> bridge(@Valid @NotNull BridgeRequest order) {
        return run(
                () -> new BridgeRequestReader(reader).extend(order),
                Objects.requireNonNull(order.before()).tokenizer());
    }

    @POST
    @Path("/compare")
    @Operation(
            operationId = "comparePrompts",
            summary = "Compare the prompts of two consecutive requests",
            description = "Returns how much of the earlier prompt and its answer the later one repeats, and so can be"
                    + " read from a prefix cache, and which field made them diverge.")
    @APIResponse(
            responseCode = "200",
            description = "What the prompts share.",
            content = @Content(schema = @Schema(implementation = ComparisonView.class)))
    public Uni<ComparisonView> compare(@Valid @NotNull CompareRequest order) {
        return run(
                () -> comparison(order),
                Objects.requireNonNull(order.before()).tokenizer(),
                Objects.requireNonNull(order.after()).tokenizer());
    }

    private ComparisonView comparison(CompareRequest order) {
        PromptTurn before = reader.read("/before", Objects.requireNonNull(order.before()));
        PromptTurn after = reader.read("/after", Objects.requireNonNull(order.after()));
        PrefixMeasure measure = measure(order);
        PrefixComparison found =
                TemplateProblemFactory.in("/before/template", () -> compared(before, order.answer(), after, measure));
        return ComparisonView.of(found, measure.unit(), measure.isEstimated());
    }

    /// Token ids of two vocabularies cannot be compared; a tokenizer named on one side only is used for both.
    private PrefixMeasure measure(CompareRequest order) {
        Optional<Tokenizer> earlier = tokenizer("/before", order.before());
        Optional<Tokenizer> later = tokenizer("/after", order.after());
        if (earlier.isPresent() && later.isPresent() && earlier.get() != later.get()) {
            throw Problem.inField(
                            "/after/tokenizer/name",
                            "the tokenizer of the earlier request was expected: tokens of two vocabularies cannot be"
                                    + " compared.")
                    .exception();
        }
        return later.or(() -> earlier).map(PrefixMeasure::tokens).orElse(PrefixMeasure.CHARACTERS);
    }

    private Optional<Tokenizer> tokenizer(String place, @Nullable RenderRequest order) {
        return Optional.ofNullable(order).flatMap(known -> reader.tokenizer(place, known.tokenizer()));
    }

    private static PrefixComparison compared(
            PromptTurn before, @Nullable JsonNode answer, PromptTurn after, PrefixMeasure measure) {
        if (answer == null || answer.isNull()) {
            return PrefixComparison.of(before, Optional.empty(), after, measure);
        }
        if (answer instanceof ObjectNode message) {
            before.input().form().ifPresent(form -> ChatInput.message(message, form));
            return PrefixComparison.of(before, Optional.of(message), after, measure);
        }
        if (answer.isTextual()) {
            return PrefixComparison.ofText(before, answer.textValue(), after, measure);
        }
        throw Problem.inField("/answer", "an assistant message or the text of one was expected.")
                .exception();
    }

    /// The body of `POST /render/compare`.
    @Schema(name = "CompareRequest", description = "Two consecutive requests, and the answer between them.")
    record CompareRequest(
            @Schema(required = true, description = "The earlier request.")
            @Valid
            @NotNull(message = "a template and a chat request were expected, found nothing.")
            @Nullable
            RenderRequest before,

            @Schema(
                    implementation = Object.class,
                    description = "The model's answer to it: an assistant message as the template reads it, or the text"
                            + " that the model wrote. Absent: only the prompts are compared.")
            @Nullable
            JsonNode answer,

            @Schema(required = true, description = "The later request.")
            @Valid
            @NotNull(message = "a template and a chat request were expected, found nothing.")
            @Nullable
            RenderRequest after) {}

    /// The body of `POST /render/parse`.
    @Schema(
            name = "ParseRequest",
            description = "What a model wrote, as text or as tokens, and the template of the model.")
    record ParseRequest(
            @Schema(
                    required = true,
                    implementation = Object.class,
                    description =
                            "The text of a chat template (Jinja), or {\"name\": …} of one that GET /templates lists.")
            @NotNull(message = RenderRequest.TEMPLATE)
            @Nullable
            JsonNode template,

            @Schema(description = "What the model wrote; else `ids`.") @Nullable
            String text,

            @Schema(description = "The tokens that the model wrote; requires a tokenizer.") @Nullable
            List<@NotNull @Nullable Integer> ids,

            @Schema(description = "The tokenizer of the model.") @Valid
            RenderRequest.@Nullable TokenizerName tokenizer,

            @Schema(
                    description =
                            "The prompt that the model answered; else `promptIds`. Decides whether the answer starts"
                                    + " inside reasoning; absent: as the template leaves it.")
            @Nullable
            String promptText,

            @Schema(description = "The tokens of that prompt; requires a tokenizer.") @Nullable
            List<@NotNull @Nullable Integer> promptIds,

            @Schema(
                    implementation = Object.class,
                    description =
                            "The tools of the request, as in the chat dialect; without them no calls are looked for.")
            @Nullable
            JsonNode tools) {}

    /// The body of `POST /render/bridge`.
    @Schema(
            name = "BridgeRequest",
            description = "A request, what the model wrote for it, and the messages that follow.")
    record BridgeRequest(
            @Schema(
                    required = true,
                    description = "The earlier request. Requires a profile or a built-in template; with"
                            + " a tokenizer, ids are"
                            + " extended, else text.")
            @Valid
            @NotNull(message = "a template and a chat request were expected, found nothing.")
            @Nullable
            RenderRequest before,

            @Schema(description = "What the model wrote, special tokens included; else `ids`.") @Nullable
            String text,

            @Schema(description = "The tokens that the model wrote, as sampled; requires a tokenizer.") @Nullable
            List<@NotNull @Nullable Integer> ids,

            @Schema(
                    implementation = String.class,
                    description =
                            "How the answer ended: `stop`, by a stop token, which is appended as sampled where the"
                                    + " answer does not have it; or `length`, cut off. Absent: by the end of the"
                                    + " answer.",
                    enumeration = {"stop", "length"})
            @Nullable
            AnswerEnd end,

            @Schema(
                    implementation = String.class,
                    description = "Whether sampled tokens keep reasoning that the template drops from earlier answers:"
                            + " `template`, refused where it drops some; `tool_cycle`, refused too where a user's"
                            + " message follows; `all`, they keep it.",
                    defaultValue = "template",
                    enumeration = {"template", "tool_cycle", "all"})
            PromptBridge.@Nullable ThinkingRetention thinkingRetention,

            @Schema(
                    implementation = Object.class,
                    description =
                            "The answer as the assistant message that the template reads; absent: parsed from what"
                                    + " the model wrote.")
            @Nullable
            ObjectNode message,

            @Schema(
                    required = true,
                    implementation = Object[].class,
                    description = "The messages that follow the answer, none of an assistant.")
            @NotNull(message = "an array of messages was expected.")
            @Nullable
            List<@NotNull(message = "a message was expected.") @Nullable ObjectNode> messages) {
        /// How an answer ended: by a stop token, or cut off.
        enum AnswerEnd {
            STOP,
            LENGTH
        }
    }
}
