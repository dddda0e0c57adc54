package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.ReasoningFormat;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A backend that speaks Anthropic Messages. The handling of each field is described in the package's
/// tables. Source: the Anthropic API reference, "Messages", "Streaming messages" and "Extended thinking".
public final class AnthropicBackendCodec implements BackendCodec {
    @Override
    public Dialect dialect() {
        return Dialect.ANTHROPIC;
    }

    @Override
    public String path() {
        return "messages";
    }

    /// In the adaptation, `flattensContent` and every `HistoryField` but `NONE` have no effect: reasoning
    /// has a single place in this dialect.
    @Override
    public ObjectNode adapt(Conversation request, Adaptation adaptation) {
        return AnthropicAdaptedBody.of(request, adaptation);
    }

    @Override
    public ObjectNode translate(Conversation request, Adaptation adaptation) {
        return AnthropicTranslatedBody.of(request, adaptation);
    }

    @Override
    public StreamDecoder streamDecoder() {
        return new AnthropicStreamDecoder();
    }

    @Override
    public Optional<ReasoningDetailsBuilder> detailsBuilder(boolean isStreamed) {
        return Optional.of(new ReasoningDetailsBuilder(ReasoningFormat.ANTHROPIC, isStreamed));
    }

    @Override
    public StreamRelay relay() {
        return new AnthropicRelay();
    }

    @Override
    public AnswerSigning signing(Supplier<String> proofs) {
        return new AnthropicSigning(proofs);
    }

    @Override
    public byte[] rewrite(ObjectNode body, List<StreamEvent> passed) {
        return AnthropicRewrite.of(body, passed);
    }

    @Override
    public void decode(ObjectNode body, Consumer<? super StreamEvent> out) {
        AnthropicWholeDecoder.decode(body, out);
    }
}
