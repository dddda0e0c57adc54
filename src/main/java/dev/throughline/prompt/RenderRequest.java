package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatForm;
import dev.throughline.rest.PlainText;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDateTime;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `POST /render`.
@Schema(name = "RenderRequest", description = "A conversation and the template to render it with.")
record RenderRequest(
        @Schema(
                required = true,
                implementation = Object.class,
                description = "The text of a chat template (Jinja), or {\"name\": …} of one that GET /templates lists.")
        @NotNull(message = TEMPLATE)
        @Nullable
        JsonNode template,

        @Schema(
                implementation = Object.class,
                description = "A chat request, handed to the template as today's servers do: messages, tools,"
                        + " documents, add_generation_prompt, continue_final_message (true, or the name of a field),"
                        + " chat_template_kwargs and any option. Members of messages that are null are left out,"
                        + " and reasoning has the names that templates read.")
        @Nullable
        ObjectNode chat,

        @Schema(
                implementation = String.class,
                description = "Whose form the messages of `chat` get: `transformers` (5.24) or `vllm`, which also"
                        + " parses the arguments of calls.",
                defaultValue = "transformers",
                enumeration = {"transformers", "vllm"})
        @Nullable
        ChatForm mode,

        @Schema(
                implementation = Object.class,
                description = "Instead of `chat`: the template's variables, used as they are.")
        @Nullable
        ObjectNode context,

        @Schema(
                implementation = String.class,
                description =
                        "The local time that strftime_now shows, without an offset; the service's clock if absent.",
                examples = "2026-07-10T12:00:00")
        @Nullable
        LocalDateTime now,

        @Schema(description = "The tokenizer to count with; without it the number of tokens is an estimate.")
        @Valid
        @Nullable
        TokenizerName tokenizer,

        @Schema(description = "How answers begin and end, to find what the model writes; known for built-in templates.")
        @Valid
        @Nullable
        ProfileOrder profile,

        @Schema(
                description =
                        "Of each message, 1 where what the model wrote of it is learned, else 0; the answer has the"
                                + " `lossMask` of its tokens. Requires a tokenizer, and a profile or a template that"
                                + " marks what the model writes.")
        @Nullable
        List<@NotNull @Min(0) @Max(1) @Nullable Integer> messageLossMask,

        @Schema(
                description = "Whether the arguments of calls that are a string of JSON are parsed. Absent: never of a"
                        + " `context`; of a `chat` for vllm, and where the template fails with strings.")
        @Nullable
        Boolean parseArguments) {
    static final String TEMPLATE = "the text of a template, or \\{\"name\": …\\}, was expected.";
    private static final String STRINGS = "1 to 64 strings were expected.";
    private static final String EMPTY = "strings that are not empty were expected.";

    /// Values that a template does not define for its family.
    @Schema(name = "ModelProfile", description = "What a template does not define for its family.")
    record ProfileOrder(
            @Schema(required = true, description = "What a prompt has before an answer, in each form.")
            @NotNull(message = STRINGS)
            @Size(min = 1, max = 64, message = STRINGS)
            @Nullable
            List<@NotEmpty(message = EMPTY) @Nullable String> headers,

            @Schema(required = true, description = "Strings that end an answer; the first ends one without calls.")
            @NotNull(message = STRINGS)
            @Size(min = 1, max = 64, message = STRINGS)
            @Nullable
            List<@NotEmpty(message = EMPTY) @Nullable String> stops,

            @Schema(description = "What ends an answer with calls, if different.") @Nullable
            String callStop) {}

    /// A configured tokenizer.
    @Schema(name = "TokenizerName", description = "A tokenizer of the settings (`throughline.tokenizers`).")
    record TokenizerName(
            @Schema(required = true, description = "Its name.") @PlainText(max = 200) @NotBlank @Nullable
            String name) {}
}
