package dev.throughline.prompt;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The text to append to an answer for the next turn.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
        name = "PromptExtension",
        description = "What to append to the earlier prompt and the answer to get the next prompt.")
record BridgeView(
        @Schema(required = true, description = "The text to append.")
        String text,

        @Schema(description = "The tokens to append; absent without a tokenizer.")
        int @Nullable [] ids,

        @Schema(
                required = true,
                description = "What of it the model wrote: ranges of `ids`, or of the characters of `text` without a"
                        + " tokenizer. Only a stop token that the given answer lacks can be.")
        List<PromptView.RangeView> sampled,

        @Schema(
                required = true,
                description = "Whether the first token of the template's own text was dropped, because the answer ends"
                        + " with it.")
        boolean firstDropped,

        @Schema(
                required = true,
                description = "How the answer ended.",
                enumeration = {"stop", "length"})
        String end,

        @Schema(
                required = true,
                implementation = Object.class,
                description = "The assistant message that the answer was taken for.")
        JsonNode message) {}
