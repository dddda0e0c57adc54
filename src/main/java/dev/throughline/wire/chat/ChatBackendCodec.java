package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.ReasoningDetails;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.TemplateKwargs;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// OpenAI chat completions towards a backend. Bodies share subtrees with the request and must not be modified.
public final class ChatBackendCodec implements BackendCodec {
    private static final String MESSAGES = "messages";

    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public String path() {
        return "chat/completions";
    }

    /// The body of a chat request with as few changes as the adaptation requires: unknown fields, the order of keys and
    /// the digits of numbers are kept.
    /// @return the request's own body, the same object, if nothing has to change
    @Override
    public ObjectNode adapt(Conversation request, Adaptation adaptation) {
        ObjectNode body = TemplateKwargs.withDefaults(request.body(), adaptation.templateKwargs());
        JsonNode sent = body.path(MESSAGES);
        JsonNode messages = ChatAdaptedMessages.of(sent, request.messages(), adaptation);
        return messages == sent ? body : StrictJson.with(body, MESSAGES, messages);
    }

    /// The body for a request of another dialect; one of this dialect is adapted.
    @Override
    public ObjectNode translate(Conversation request, Adaptation adaptation) {
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

    @Override
    public StreamDecoder streamDecoder() {
        return new ChatStreamDecoder();
    }

    @Override
    public StreamRelay relay() {
        return new ChatRelay();
    }

    @Override
    public byte[] rewrite(ObjectNode body, List<StreamEvent> passed) {
        return ChatRewrite.of(body, passed);
    }

    @Override
    public Optional<ReasoningDetails> reasoningDetails(ObjectNode body) {
        return Optional.of(ChatWholeDecoder.reasoningDetails(body));
    }

    @Override
    public Optional<String> reasoningField(ObjectNode body) {
        return Optional.of(ChatWholeDecoder.reasoningField(body));
    }

    @Override
    public void decode(ObjectNode body, Consumer<? super StreamEvent> out) {
        ChatWholeDecoder.decode(body, out);
    }
}
