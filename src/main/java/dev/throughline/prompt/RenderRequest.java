package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.rest.PlainText;
import jakarta.validation.Valid;
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
                required = true,
                implementation = Object.class,
                description = "What the template reads: messages, tools, documents, add_generation_prompt and any"
                        + " option. It is used as it is: a call's arguments that are a string stay one.")
        @NotNull(message = CONTEXT)
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
                        "Whether messages are brought into the form that servers hand to a template first: arguments"
                                + " that are a string of JSON parsed, null members left out, reasoning under the"
                                + " names that templates read.",
                defaultValue = "false")
        @Nullable
        Boolean parseArguments) {
    static final String TEMPLATE = "the text of a template, or \\{\"name\": …\\}, was expected.";
    private static final String CONTEXT = "an object with messages was expected.";
    private static final String STRINGS = "1 to 64 strings were expected.";
    private static final String EMPTY = "strings that are not empty were expected.";

    /// What a template does not define for its family.
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
