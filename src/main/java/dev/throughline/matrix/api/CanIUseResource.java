package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.rest.PlainText;
import dev.throughline.trace.ThinkingPolicy;
import io.smallrye.mutiny.Uni;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
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
                .item(() -> UseQuestionReader.read(asked))
                .flatMap(answers::answer)
                .map(UseAnswerView::of);
    }
}
