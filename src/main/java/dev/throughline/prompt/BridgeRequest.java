package dev.throughline.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.PromptBridge;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /render/bridge`.
@Schema(name = "BridgeRequest", description = "A request, what the model wrote for it, and the messages that follow.")
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
                description = "How the answer ended: `stop`, by a stop token, which is appended as sampled where the"
                        + " answer does not have it; or `length`, cut off. Absent: by the end of the answer.",
                enumeration = {"stop", "length"})
        @Nullable
        AnswerEnd end,

        @Schema(
                implementation = String.class,
                description = "Whether sampled tokens keep reasoning that the template drops from earlier answers:"
                        + " `template`, refused where it drops some; `tool_cycle`, refused too where a user's message"
                        + " follows; `all`, they keep it.",
                defaultValue = "template",
                enumeration = {"template", "tool_cycle", "all"})
        PromptBridge.@Nullable ThinkingRetention thinkingRetention,

        @Schema(
                implementation = Object.class,
                description = "The answer as the assistant message that the template reads; absent: parsed from what"
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
