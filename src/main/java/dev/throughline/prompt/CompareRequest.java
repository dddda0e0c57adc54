package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

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
