package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.throughline.wire.TemplateKwargs;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A backend that speaks OpenAI Responses. The handling of every field is described in the package's
/// documentation. Source: the OpenAI API reference, "Responses" and "Streaming events"; the requests that
/// vLLM and llama.cpp accept.
public final class ResponsesBackendCodec implements BackendCodec {
    @Override
    public Dialect dialect() {
        return Dialect.RESPONSES;
    }

    @Override
    public String path() {
        return "responses";
    }

    @Override
    public ObjectNode adapt(Conversation request, Adaptation adaptation) {
        ObjectNode body = ResponsesAdaptedInput.adapt(request, adaptation);
        return TemplateKwargs.withDefaults(body, adaptation.templateKwargs());
    }

    @Override
    public ObjectNode translate(Conversation request, Adaptation adaptation) {
        return ResponsesTranslatedRequest.body(request, adaptation);
    }

    @Override
    public StreamDecoder streamDecoder() {
        return new ResponsesStreamDecoder();
    }

    @Override
    public Optional<ReasoningDetailsBuilder> detailsBuilder(boolean isStreamed) {
        return Optional.of(new ReasoningDetailsBuilder(ReasoningFormat.RESPONSES, isStreamed));
    }

    @Override
    public StreamDecoder streamDecoder(ReasoningDetailsBuilder details) {
        return new ResponsesStreamDecoder(details::from);
    }

    @Override
    public StreamRelay relay() {
        return new ResponsesRelay();
    }

    @Override
    public AnswerSigning signing(Supplier<String> proofs) {
        return new ResponsesSigning(proofs);
    }

    @Override
    public byte[] rewrite(ObjectNode body, List<StreamEvent> passed) {
        return ResponsesRewrite.of(body, passed);
    }

    @Override
    public void decode(ObjectNode body, Consumer<? super StreamEvent> out) {
        ResponsesWholeDecoder.decode(body, _ -> {}, out);
    }

    @Override
    public void decode(ObjectNode body, ReasoningDetailsBuilder details, Consumer<? super StreamEvent> out) {
        ResponsesWholeDecoder.decode(body, details::from, out);
    }

    /// Decodes an answer received in one body, by the same rules as the end of a stream.
    private static final class ResponsesWholeDecoder {
        private ResponsesWholeDecoder() {}

        /// @param origins receives where the reasoning of the following events is
        static void decode(
                ObjectNode body, Consumer<ReasoningDetailsBuilder.Origin> origins, Consumer<? super StreamEvent> out) {
            JsonNode output = body.path("output");
            String status = body.path("status").asText(output.isArray() ? "completed" : "");
            boolean isComplete = status.equals("completed");
            if (!output.isArray() || !isComplete && !status.equals("incomplete")) {
                out.accept(ResponsesAnswerEnd.failure(body, status));
                return;
            }
            var events = new ResponsesAnswerEvents(origins);
            events.into(out);
            events.start(body.path("model").asText(""));
            new ResponsesOutputReader(events).end(output);
            ResponsesAnswerEnd.finished(body, isComplete, events);
        }
    }
}
