package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.TemplateKwargs;

/// Creates the body of a request to a chat backend. Results share subtrees with the request and must not be
/// modified.
final class ChatBody {
    private static final String MESSAGES = "messages";

    private ChatBody() {}

    /// The body of a chat request with as few changes as the adaptation requires: unknown fields, the order
    /// of keys and the digits of numbers are kept.
    /// @return the request's own body, the same object, if nothing has to change
    public static ObjectNode adapt(Conversation request, Adaptation adaptation) {
        ObjectNode body = TemplateKwargs.withDefaults(request.body(), adaptation.templateKwargs());
        JsonNode sent = body.path(MESSAGES);
        JsonNode messages = ChatAdaptedMessages.of(sent, request.messages(), adaptation);
        return messages == sent ? body : StrictJson.with(body, MESSAGES, messages);
    }

    /// The body for a request of another dialect; one of this dialect is adapted.
    public static ObjectNode translate(Conversation request, Adaptation adaptation) {
        if (request.dialect() == Dialect.OPENAI_CHAT) {
            return adapt(request, adaptation);
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("model", request.model());
        body.set(MESSAGES, ChatTranslatedMessages.of(request.messages(), adaptation));
        ChatTranslatedTools.write(request, body);
        ChatTranslatedOptions.write(request, body);
        ObjectNode wished = TemplateKwargs.withDefaults(body, ChatTranslatedThinking.kwargs(request));
        return TemplateKwargs.withDefaults(wished, adaptation.templateKwargs());
    }
}
