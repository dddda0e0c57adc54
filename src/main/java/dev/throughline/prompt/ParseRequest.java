package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /render/parse`.
@Schema(name = "ParseRequest", description = "What a model wrote, as text or as tokens, and the template of the model.")
record ParseRequest(
        @Schema(
                required = true,
                implementation = Object.class,
                description = "The text of a chat template (Jinja), or {\"name\": …} of one that GET /templates lists.")
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
                description = "The prompt that the model answered; else `promptIds`. Decides whether the answer starts"
                        + " inside reasoning; absent: as the template leaves it.")
        @Nullable
        String promptText,

        @Schema(description = "The tokens of that prompt; requires a tokenizer.") @Nullable
        List<@NotNull @Nullable Integer> promptIds,

        @Schema(
                implementation = Object.class,
                description = "The tools of the request, as in the chat dialect; without them no calls are looked for.")
        @Nullable
        JsonNode tools) {}
