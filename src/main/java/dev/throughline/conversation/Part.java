package dev.throughline.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// One piece of a message, with the JSON pointer (RFC 6901) of the request at which it was found.
public sealed interface Part {

    /// JSON pointer into the request body, e.g. `/messages/3/content/0/thinking`.
    String path();

    /// Reasoning in one of the fields that carry it.
    /// @param field the field's own name: `reasoning_content`, `reasoning`, `reasoning_text`, `reasoning_details`,
    ///     `thinking`, or for the Responses dialect `content`, `summary`, `encrypted_content`
    /// @param text what the field holds, unmodified; empty when the field is there but empty
    record Reasoning(String path, String field, String text, Optional<String> signature) implements Part {}

    /// A reasoning block that only its provider can read.
    record RedactedReasoning(String path, String data) implements Part {}

    /// Visible text.
    record Text(String path, String text) implements Part {}

    /// A call that the model made earlier.
    /// @param arguments the arguments as JSON text, as sent (an object is written compactly)
    record ToolCall(String path, String id, String name, String arguments) implements Part {}

    /// What a tool answered. Parts of the answer that are no text (`Image`, `Other`) follow it in its message.
    /// @param text the text parts joined without a separator
    record ToolResult(String path, String callId, String text, boolean isError) implements Part {
        private static final String ERROR = "[error]";

        /// The text for a dialect without a field for errors: that of an error begins with `[error]`.
        public String markedText() {
            return isError ? (ERROR + " " + text).strip() : text;
        }

        /// The result that a marked text was made of; itself when the text has no mark.
        public ToolResult unmarked() {
            boolean isMarked = !isError && (text.equals(ERROR) || text.startsWith(ERROR + " "));
            return isMarked
                    ? new ToolResult(
                            path, callId, text.substring(ERROR.length()).stripLeading(), true)
                    : this;
        }
    }

    /// An earlier output named instead of repeated (Responses `item_reference`).
    record Reference(String path, String id) implements Part {}

    /// A picture.
    /// @param value the part as it came
    record Image(String path, ImageSource source, JsonNode value) implements Part {}

    /// Anything else (documents, sounds, unknown blocks), kept as it came.
    record Other(String path, JsonNode value) implements Part {}
}
