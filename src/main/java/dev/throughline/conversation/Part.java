package dev.throughline.conversation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// One piece of a message, with the JSON pointer (RFC 6901) of the request at which it was found.
public sealed interface Part {
    /// JSON pointer into the request body, such as `/messages/3/content/0/thinking`.
    String path();

    /// Reasoning in one of the fields that carry it.
    /// @param field the field's own name: `reasoning_content`, `reasoning`, `reasoning_text`, `reasoning_details`,
    ///     `thinking`, or for the Responses dialect `content`, `summary`, `encrypted_content`
    /// @param text the field's content, unmodified; empty if the field is present but empty
    record Reasoning(String path, String field, String text, Optional<String> signature) implements Part {}

    /// An opaque reasoning block that only its provider can read.
    record RedactedReasoning(String path, String data) implements Part {}

    /// Visible text.
    record Text(String path, String text) implements Part {}

    /// A call that the model made earlier.
    /// @param arguments the arguments as JSON text, as sent (an object is written compactly)
    record ToolCall(String path, String id, String name, String arguments) implements Part {}

    /// A tool's result. Non-text parts of it (`Image`, `Other`) follow it in its message.
    /// @param text the text parts joined without a separator
    record ToolResult(String path, String callId, String text, boolean isError) implements Part {
        private static final String ERROR = "[error]";

        /// The text for a dialect without an error flag: that of an error begins with `[error]`.
        public String markedText() {
            return isError ? (ERROR + " " + text).strip() : text;
        }

        /// The result from which a marked text was created; the same object if the text has no mark.
        public ToolResult unmarked() {
            boolean isMarked = !isError && (text.equals(ERROR) || text.startsWith(ERROR + " "));
            return isMarked
                    ? new ToolResult(
                            path, callId, text.substring(ERROR.length()).stripLeading(), true)
                    : this;
        }
    }

    /// A reference to an earlier output instead of its repetition (Responses `item_reference`).
    record Reference(String path, String id) implements Part {}

    /// An image.
    /// @param value the part as received
    record Image(String path, ImageSource source, JsonNode value) implements Part {}

    /// Anything else (documents, audio, unknown blocks), kept as received.
    record Other(String path, JsonNode value) implements Part {}
}
