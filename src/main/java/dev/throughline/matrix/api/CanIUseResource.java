package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.use.AgeText;
import dev.throughline.matrix.use.UseGateway;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QueryTexts;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Answers whether a version of a client preserves reasoning with a given backend.
@Path("/api/v1/can-i-use")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Matrix")
class CanIUseResource {
    private final UseAnswerReader answers;

    CanIUseResource(UseAnswerReader answers) {
        this.answers = answers;
    }

    /// The parsed query.
    static final class Asked {
        @QueryParam("client")
        @PlainText(max = 200)
        @Parameter(
                description = "The client or SDK with its version; latest is resolved.",
                required = true,
                example = "opencode@1.18.33")
        @Nullable
        String client;

        @QueryParam("dialect")
        @Parameter(
                description = "The dialect of the client; all that were measured if absent",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"openai-chat", "anthropic", "responses"}))
        @Nullable
        Dialect dialect;

        @QueryParam("capability")
        @Parameter(description = "What must be preserved, for example THINK; repeatable; THINK if absent")
        @Nullable
        List<String> capability;

        @QueryParam("variant")
        @PlainText(max = 200)
        @Parameter(description = "A variant of the recipe; the unmodified recipe if absent")
        @Nullable
        String variant;

        @QueryParam("model")
        @PlainText(max = 200)
        @Parameter(description = "Model id that the client is configured with; all that were measured if absent")
        @Nullable
        String model;

        @QueryParam("backend")
        @PlainText(max = 200)
        @Parameter(
                description = "The backend with its version; if absent, the stub, that is, the client alone",
                example = "llama.cpp@b4712")
        @Nullable
        String backend;

        @QueryParam("gateway")
        @PlainText(max = 200)
        @Parameter(
                description = "The gateway between client and backend, with or without its version; none if absent",
                example = "throughline")
        @Nullable
        String gateway;

        @QueryParam("policy")
        @Parameter(
                description = "When reasoning of earlier turns must be returned; preserved if absent",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"preserved", "interleaved"}))
        @Nullable
        ThinkingPolicy policy;

        @QueryParam("maxAge")
        @Parameter(description = "Maximum age of a measurement: 90d, 12h or ISO-8601; any age if absent")
        @Nullable
        String maxAge;

        @QueryParam("minConfidence")
        @Parameter(
                description = "Minimum confidence of the answer; low if absent",
                schema =
                        @Schema(
                                implementation = String.class,
                                enumeration = {"low", "medium", "high"}))
        @Nullable
        Confidence minConfidence;

        @QueryParam("countTraffic")
        @DefaultValue("false")
        @Parameter(description = MatrixParameters.COUNT_TRAFFIC)
        boolean countTraffic;
    }

    @GET
    @Operation(
            operationId = "canIUse",
            summary = "Get whether a version of a client preserves reasoning",
            description = "True when every matching cell is preserved, false when one is not, null when that is"
                    + " unknown; null has status 200 too. Claims never count.")
    @APIResponse(responseCode = "200", description = "Yes, no or unknown, with the reason.")
    public Uni<UseAnswerView> canIUse(@Valid @BeanParam Asked asked) {
        return Uni.createFrom()
                .item(() -> question(asked))
                .flatMap(answers::answer)
                .map(UseAnswerView::of);
    }

    /// An invalid parameter fails the request with its name.
    private static UseQuestion question(Asked asked) {
        return new UseQuestion(
                versioned("client", asked.client)
                        .orElseThrow(
                                () -> wrongVersion("client", "opencode@1.18.33").exception()),
                Optional.ofNullable(asked.dialect),
                capabilities(asked.capability),
                QueryTexts.present(asked.variant).orElse(""),
                QueryTexts.present(asked.model),
                versioned("backend", asked.backend),
                Objects.requireNonNullElse(asked.policy, ThinkingPolicy.PRESERVED),
                age(asked.maxAge),
                Objects.requireNonNullElse(asked.minConfidence, Confidence.LOW),
                QueryTexts.present(asked.gateway).map(CanIUseResource::gateway),
                asked.countTraffic);
    }

    /// `product` or `product@version`.
    private static UseGateway gateway(String label) {
        int at = label.lastIndexOf('@');
        return at > 0 && at < label.length() - 1
                ? new UseGateway(label.substring(0, at), Optional.of(label.substring(at + 1)))
                : new UseGateway(label, Optional.empty());
    }

    /// `product@version`; a product may itself begin with an `@`.
    private static Optional<Versioned> versioned(String parameter, @Nullable String text) {
        return QueryTexts.present(text).map(label -> {
            int at = label.lastIndexOf('@');
            if (at <= 0 || at == label.length() - 1) {
                throw wrongVersion(parameter, parameter.equals("backend") ? "llama.cpp@b4712" : "opencode@1.18.33")
                        .exception();
            }
            return new Versioned(label.substring(0, at), label.substring(at + 1));
        });
    }

    private static Problem wrongVersion(String parameter, String example) {
        return Problem.inParameter(parameter, "a product and its version were expected, for example " + example + ".");
    }

    private static List<Capability> capabilities(@Nullable List<String> names) {
        Set<Capability> wanted = QueryTexts.constants("capability", Capability.class, names);
        return wanted.isEmpty() ? List.of(Capability.THINK) : List.copyOf(wanted);
    }

    private static Optional<Duration> age(@Nullable String text) {
        return Optional.ofNullable(text)
                .map(age -> AgeText.parse(age)
                        .orElseThrow(
                                () -> Problem.inParameter("maxAge", "an age such as 90d, 12h or PT30M was expected.")
                                        .exception()));
    }
}
