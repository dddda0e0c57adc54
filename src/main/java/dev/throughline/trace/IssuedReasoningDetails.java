package dev.throughline.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;

/// The `reasoning_details` that a backend issued with an answer.
///
/// @param backend name of the backend; they are sent to no other
/// @param json the array as JSON text; of a backend of another dialect, each with its place (`after`), which the
///     client did not get
public record IssuedReasoningDetails(String backend, String json) {
    private static final String PLACE = "after";

    /// Whether a message of a chat request contains them.
    /// @param message its path
    public boolean areIn(Conversation request, String message) {
        JsonNode found = request.body().at(message).path("reasoning_details");
        return request.dialect() == Dialect.OPENAI_CHAT
                && CanonicalJson.parse(json)
                        .filter(own ->
                                CanonicalJson.difference(sent(own), found).isEmpty())
                        .isPresent();
    }

    private static JsonNode sent(JsonNode details) {
        details.forEach(detail -> {
            if (detail instanceof ObjectNode fields) {
                fields.remove(PLACE);
            }
        });
        return details;
    }
}
