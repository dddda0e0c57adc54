package dev.throughline.run.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.CallArguments;
import dev.throughline.render.ChatForm;
import dev.throughline.render.ChatInput;
import dev.throughline.run.RecordedAnswer;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.chat.ChatCodec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A recorded answer as the assistant message that a chat template sees.
public final class RecordedMessage {
    private static final ChatCodec CHAT = new ChatCodec();

    private RecordedMessage() {}

    /// The message in a server's form, with parsed arguments; empty for an unfinished answer, or one with arguments
    /// that are not JSON.
    static Optional<ObjectNode> of(RecordedAnswer answer, ChatForm form) {
        if (answer.events().stream().noneMatch(StreamEvent.Finish.class::isInstance)) {
            return Optional.empty();
        }
        return written(answer.events())
                .filter(message -> CallArguments.parse(inContext(message)).isEmpty())
                .map(message -> ChatInput.message(message, form));
    }

    /// A model's output as a message of the chat dialect, with the arguments of calls as the text that the model
    /// wrote.
    ///
    /// @param events of one answer, which may be unfinished
    public static Optional<ObjectNode> written(List<StreamEvent> events) {
        WholeEncoder encoder =
                CHAT.wholeEncoder(new AnswerHead("", "", Instant.EPOCH, false, ReasoningField.REASONING_CONTENT, ""));
        events.stream().filter(event -> !(event instanceof StreamEvent.Failure)).forEach(encoder::on);
        return StrictJson.object(encoder.body())
                .map(body -> body.at("/choices/0/message"))
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast);
    }

    private static ObjectNode inContext(ObjectNode message) {
        ObjectNode context = message.objectNode();
        context.putArray("messages").add(message);
        return context;
    }
}
