package dev.throughline.testing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.ToolChoice;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Requests that say nothing but what a test is about: a stream of the model `m` without tools and limits.
public final class BareConversations {
    private BareConversations() {}

    /// A request with this history and an empty body.
    public static Conversation of(Dialect dialect, List<Message> messages) {
        return of(dialect, messages, JsonNodeFactory.instance.objectNode());
    }

    /// A request without a history.
    public static Conversation of(Dialect dialect, ObjectNode body) {
        return of(dialect, List.of(), body);
    }

    private static Conversation of(Dialect dialect, List<Message> messages, ObjectNode body) {
        return new Conversation(
                dialect,
                "m",
                messages,
                List.of(),
                new ToolChoice.Auto(),
                true,
                false,
                OptionalInt.empty(),
                Optional.empty(),
                body);
    }
}
