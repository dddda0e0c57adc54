package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.ReasoningFormat;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.WireException;
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

    /// Decodes one `message` to the events that its stream would have emitted, one delta per block.
    private static final class AnthropicWholeDecoder {
        private static final String CONTENT = "content";

        private AnthropicWholeDecoder() {}

        static void decode(ObjectNode body, Consumer<? super StreamEvent> out) {
            if (BackendErrors.isError(body)) {
                out.accept(BackendErrors.inStream(body));
                return;
            }
            try {
                message(FieldReader.of(body), out);
            } catch (WireException e) {
                out.accept(Failure.of(FailureKind.BACKEND, "The backend's message cannot be read. " + e.getMessage()));
            }
        }

        private static void message(FieldReader message, Consumer<? super StreamEvent> out) throws WireException {
            ArrayNode content = message.array(CONTENT);
            out.accept(new Start(message.optionalString("model").orElse("")));
            var blocks = new AnthropicAnswerBlocks();
            for (int i = 0; i < content.size(); i++) {
                blocks.start(FieldReader.of(content.get(i), message.at(CONTENT) + "/" + i), out);
            }
            blocks.stop(out);
            var end = new AnthropicAnswerEnd();
            end.stopReason(message.object().path("stop_reason"));
            end.stopSequence(message.object().path("stop_sequence"));
            end.usage(message.object().path("usage"));
            end.emit(blocks.calls(), out);
        }
    }
}
