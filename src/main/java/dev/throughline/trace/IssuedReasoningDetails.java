package dev.throughline.trace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;

/// The `reasoning_details` that a backend issued with an answer.
///
/// @param backend name of the backend; they are sent to no other
/// @param json the array as JSON text
public record IssuedReasoningDetails(String backend, String json) {

    /// Whether a message of a chat request contains them.
    /// @param message its path
    public boolean areIn(Conversation request, String message) {
        JsonNode found = request.body().at(message).path("reasoning_details");
        return request.dialect() == Dialect.OPENAI_CHAT
                && CanonicalJson.parse(json)
                        .filter(own -> CanonicalJson.difference(own, found).isEmpty())
                        .isPresent();
    }
}
