package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.ReasoningDetails;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// OpenAI chat completions towards a backend.
public final class ChatBackendCodec implements BackendCodec {
    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public String path() {
        return "chat/completions";
    }

    @Override
    public ObjectNode adapt(Conversation request, Adaptation adaptation) {
        return ChatBody.adapt(request, adaptation);
    }

    @Override
    public ObjectNode translate(Conversation request, Adaptation adaptation) {
        return ChatBody.translate(request, adaptation);
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
