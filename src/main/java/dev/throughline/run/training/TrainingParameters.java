package dev.throughline.run.training;

import dev.throughline.prompt.NamedTemplate;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.prompt.TokenizerLibrary;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.LossRules;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QueryTexts;
import dev.throughline.rest.QuotedValue;
import dev.throughline.run.training.TrainingExportRequest.LostReasoningPolicy;
import dev.throughline.run.training.TrainingExportRequest.NamedTokenizer;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/// The query parameters of a training export. An invalid one fails the request with its name.
public final class TrainingParameters {
    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool");

    @QueryParam("shape")
    @Parameter(
            description = "The columns of a row. Of `sampled`, the ids that the backend returned"
                    + " (`throughline.backends.NAME.token-ids`): no template, tokenizer or role has a part in it.",
            schema =
                    @Schema(
                            implementation = String.class,
                            enumeration = {"messages", "prompt-completion", "tokens", "sampled"},
                            defaultValue = "messages"))
    @Nullable
    SampleShape shape;

    @QueryParam("template")
    @PlainText(max = 200)
    @Parameter(
            description = "Name of a template that GET /templates lists; without it, the one for the model's name.",
            example = "glm-4.7")
    @Nullable
    String template;

    @QueryParam("tokenizer")
    @PlainText(max = 200)
    @Parameter(description = "Name of a tokenizer of the settings; needed for tokens.")
    @Nullable
    String tokenizer;

    @QueryParam("role")
    @Parameter(
            description =
                    "Train only on what messages of these roles wrote; by default, on all" + " that the model wrote.")
    @Nullable
    List<String> roles;

    @QueryParam("bodyOnly")
    @Parameter(description = "Roles whose bodies are trained on although the model did not write them.")
    @Nullable
    List<String> bodyOnly;

    @QueryParam("header")
    @Parameter(
            description = "What the prompt has before an answer, in each form; for templates that are not built in"
                    + " and do not mark what the model writes.")
    @Size(max = 64, message = "at most {max} texts were expected.")
    @Nullable
    List<@Size(min = 1, max = 200) String> headers;

    @QueryParam("stop")
    @Parameter(description = "Special tokens that end an answer; the first one ends an answer without calls.")
    @Size(max = 64, message = "at most {max} texts were expected.")
    @Nullable
    List<@Size(min = 1, max = 200) String> stops;

    @QueryParam("callStop")
    @Parameter(description = "The special token that ends an answer with calls, if different.")
    @Nullable
    String callStop;

    @QueryParam("includeLost")
    @DefaultValue("false")
    @Parameter(
            description = "Include rows of conversations whose client did not return all reasoning; they state what is"
                    + " lost. Without it, a run that lost reasoning has no rows.",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    boolean includeLost;

    @QueryParam("intactBranches")
    @DefaultValue("false")
    @Parameter(
            description = "Of a run that lost reasoning, include the rows of branches that lost none.",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    boolean intactBranches;

    @QueryParam("includeTruncated")
    @DefaultValue("false")
    @Parameter(
            description = "Include rows of answers that were cut or failed.",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    boolean includeTruncated;

    /// The request that the parameters describe. Reads files named in the settings, so not for event loops.
    TrainingExportRequest order(TemplateLibrary templates, TokenizerLibrary tokenizers) {
        SampleShape chosen = Objects.requireNonNullElse(shape, SampleShape.MESSAGES);
        Optional<NamedTemplate> named = QueryTexts.present(template)
                .map(name -> read("template", () -> templates.find(name))
                        .orElseThrow(() -> unknown("template", name, templates.names())));
        Optional<NamedTokenizer> words = QueryTexts.present(tokenizer)
                .map(name -> new NamedTokenizer(
                        name,
                        read("tokenizer", () -> tokenizers.find(name))
                                .orElseThrow(() -> unknown("tokenizer", name, tokenizers.names()))));
        TrainingExportRequest order =
                new TrainingExportRequest(chosen, named, words, profile(), rules(), lost(), includeTruncated);
        if (chosen == SampleShape.TOKENS) {
            checkTokens(order, tokenizers);
        }
        return order;
    }

    private static void checkTokens(TrainingExportRequest order, TokenizerLibrary tokenizers) {
        if (order.tokenizer().isEmpty()) {
            throw Problem.inParameter("tokenizer", "the name of a tokenizer was expected, which shape tokens requires.")
                    .allowing(tokenizers.names())
                    .exception();
        }
        boolean isUnknown = order.profile().isEmpty()
                && order.rules().bodyOnly().isEmpty()
                && order.template()
                        .filter(named ->
                                !(named.isOwn() && GlmVersion.find(named.name()).isPresent()))
                        .filter(named -> !named.template().source().contains("generation %}")
                                && !named.template().source().contains("generation -%}"))
                        .isPresent();
        if (isUnknown) {
            throw Problem.inParameter(
                            "header",
                            "what the prompt has before an answer was expected, and in `stop` what ends one: this"
                                    + " template does not mark what the model writes.")
                    .exception();
        }
    }

    private Optional<ModelProfile> profile() {
        List<String> before = Objects.requireNonNullElse(headers, List.of());
        List<String> behind = Objects.requireNonNullElse(stops, List.of());
        Optional<String> behindCalls = Optional.ofNullable(callStop).filter(text -> !text.isEmpty());
        if (before.isEmpty() && behind.isEmpty() && behindCalls.isEmpty()) {
            return Optional.empty();
        }
        if (before.isEmpty() || behind.isEmpty()) {
            throw Problem.inParameter(
                            before.isEmpty() ? "header" : "stop",
                            "a profile needs a header and a stop; one is missing.")
                    .exception();
        }
        return Optional.of(new ModelProfile(before, behind, behindCalls));
    }

    private LossRules rules() {
        Optional<Set<String>> learnt =
                roles == null || roles.isEmpty() ? Optional.empty() : Optional.of(roles("role", roles));
        return new LossRules(learnt, roles("bodyOnly", bodyOnly == null ? List.of() : bodyOnly), Optional.empty());
    }

    private static Set<String> roles(String parameter, List<String> names) {
        for (String name : names) {
            if (!ROLES.contains(name)) {
                throw Problem.inParameter(parameter, "a role was expected, found " + QuotedValue.of(name) + ".")
                        .allowing(ROLES.stream().sorted().toList())
                        .exception();
            }
        }
        return Set.copyOf(names);
    }

    private LostReasoningPolicy lost() {
        return includeLost
                ? LostReasoningPolicy.INCLUDED
                : intactBranches ? LostReasoningPolicy.LEAVES_OUT_BRANCH : LostReasoningPolicy.LEAVES_OUT_RUN;
    }

    private static ProblemException unknown(String parameter, String name, List<String> known) {
        return Problem.inParameter(
                        parameter,
                        "there is no " + parameter + " " + QuotedValue.of(name) + "; "
                                + (known.isEmpty() ? "none is configured." : "`allowed` lists the available ones."))
                .allowing(known)
                .exception();
    }

    private static <T> T read(String parameter, Supplier<T> work) {
        try {
            return work.get();
        } catch (TemplateException | TokenizerFormatException e) {
            throw Problem.of(ProblemType.TEMPLATE_FAILED, parameter + ": " + e.getMessage())
                    .exception();
        } catch (UncheckedIOException e) {
            throw Problem.of(
                            ProblemType.TEMPLATE_FAILED,
                            parameter + ": "
                                    + Objects.requireNonNull(e.getCause()).getMessage())
                    .exception();
        }
    }
}
