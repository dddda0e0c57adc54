package dev.throughline.run.training.api;

import dev.throughline.prompt.NamedTemplate;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.prompt.TokenizerLibrary;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.mask.LossRules;
import dev.throughline.render.mask.ModelProfile;
import dev.throughline.render.tokenizer.pretokenizer.TokenizerFormatException;
import dev.throughline.rest.BodyFields;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QueryParameters;
import dev.throughline.run.training.LostReasoningPolicy;
import dev.throughline.run.training.SampleShape;
import dev.throughline.run.training.TrainingExportRequest;
import dev.throughline.run.training.TrainingExportRequest.NamedTokenizer;
import jakarta.ws.rs.QueryParam;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/// The query parameters of a training export. An invalid one fails the request with its name.
public final class TrainingParameters {
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_MARKER = 200;
    private static final int MOST = 64;
    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool");

    @QueryParam("shape")
    @Parameter(
            description = "The columns of a row.",
            schema =
                    @Schema(
                            enumeration = {"messages", "prompt-completion", "tokens"},
                            defaultValue = "messages"))
    @Nullable
    String shape;

    @QueryParam("template")
    @Parameter(
            description = "Name of a template that GET /templates lists; without it, the one for the model's name.",
            example = "glm-4.7")
    @Nullable
    String template;

    @QueryParam("tokenizer")
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
    @Nullable
    List<String> headers;

    @QueryParam("stop")
    @Parameter(description = "Special tokens that end an answer; the first one ends an answer without calls.")
    @Nullable
    List<String> stops;

    @QueryParam("callStop")
    @Parameter(description = "The special token that ends an answer with calls, if different.")
    @Nullable
    String callStop;

    @QueryParam("includeLost")
    @Parameter(
            description = "Include rows of conversations whose client did not return all reasoning; they state what is"
                    + " lost. Without it, a run that lost reasoning has no rows.",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    @Nullable
    String includeLost;

    @QueryParam("intactBranches")
    @Parameter(
            description = "Of a run that lost reasoning, include the rows of branches that lost none.",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    @Nullable
    String intactBranches;

    @QueryParam("includeTruncated")
    @Parameter(
            description = "Include rows of answers that were cut or failed.",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    @Nullable
    String includeTruncated;

    /// The request that the parameters describe. Reads files named in the settings, so not for event loops.
    TrainingExportRequest order(TemplateLibrary templates, TokenizerLibrary tokenizers) {
        SampleShape chosen = shape();
        Optional<NamedTemplate> named = QueryParameters.text("template", template, LONGEST_NAME)
                .map(name -> read("template", () -> templates.find(name))
                        .orElseThrow(() -> unknown("template", name, templates.names())));
        Optional<NamedTokenizer> words = QueryParameters.text("tokenizer", tokenizer, LONGEST_NAME)
                .map(name -> new NamedTokenizer(
                        name,
                        read("tokenizer", () -> tokenizers.find(name))
                                .orElseThrow(() -> unknown("tokenizer", name, tokenizers.names()))));
        TrainingExportRequest order = new TrainingExportRequest(
                chosen,
                named,
                words,
                profile(),
                rules(),
                lost(),
                QueryParameters.flag("includeTruncated", includeTruncated));
        if (chosen == SampleShape.TOKENS) {
            checkTokens(order, tokenizers);
        }
        return order;
    }

    private SampleShape shape() {
        String label = shape == null ? SampleShape.MESSAGES.label() : shape;
        return SampleShape.find(label)
                .orElseThrow(() -> Problem.inParameter(
                                "shape",
                                "one of " + String.join(", ", SampleShape.labels()) + " was expected, found "
                                        + BodyFields.shown(label) + ".")
                        .allowing(SampleShape.labels())
                        .exception());
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
        List<String> before = texts("header", headers);
        List<String> behind = texts("stop", stops);
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
                throw Problem.inParameter(parameter, "a role was expected, found " + BodyFields.shown(name) + ".")
                        .allowing(ROLES.stream().sorted().toList())
                        .exception();
            }
        }
        return Set.copyOf(names);
    }

    private LostReasoningPolicy lost() {
        boolean isIncluded = QueryParameters.flag("includeLost", includeLost);
        boolean isByBranch = QueryParameters.flag("intactBranches", intactBranches);
        return isIncluded
                ? LostReasoningPolicy.INCLUDED
                : isByBranch ? LostReasoningPolicy.LEAVES_OUT_BRANCH : LostReasoningPolicy.LEAVES_OUT_RUN;
    }

    private static List<String> texts(String parameter, @Nullable List<String> texts) {
        List<String> given = texts == null ? List.of() : texts;
        boolean isWrong = given.size() > MOST
                || given.stream().anyMatch(text -> text.isEmpty() || text.length() > LONGEST_MARKER);
        if (isWrong) {
            throw Problem.inParameter(
                            parameter,
                            "at most " + MOST + " texts of 1 to " + LONGEST_MARKER + " characters were expected.")
                    .exception();
        }
        return given;
    }

    private static ProblemException unknown(String parameter, String name, List<String> known) {
        return Problem.inParameter(
                        parameter,
                        "there is no " + parameter + " " + BodyFields.shown(name) + "; "
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
                            parameter + ": " + e.getCause().getMessage())
                    .exception();
        }
    }
}
