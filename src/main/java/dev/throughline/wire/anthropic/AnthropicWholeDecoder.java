package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.function.Consumer;

/// Decodes one `message` to the events that its stream would have emitted, one delta per block.
final class AnthropicWholeDecoder {
    private static final String CONTENT = "content";

    private AnthropicWholeDecoder() {}

    public static void decode(ObjectNode body, Consumer<? super StreamEvent> out) {
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
