package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.CallArguments;
import dev.throughline.run.prompt.RecordedMessage;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.StrictJson;
import java.util.List;
import java.util.Optional;

/// A model's answer, from its recorded events.
final class ModelAnswer {
    private ModelAnswer() {}

    /// The answer as a message; the arguments of calls are the text that the model wrote.
    ///
    /// @throws OmittedSampleException if it is empty, or the arguments of a call are not JSON
    static ObjectNode message(List<StreamEvent> events) throws OmittedSampleException {
        ObjectNode message = RecordedMessage.written(events)
                .orElseThrow(() -> new OmittedSampleException(OmissionReason.UNREADABLE));
        boolean isEmpty =
                SampleMessages.text(message.path(SampleMessages.CONTENT)).isEmpty()
                        && SampleMessages.reasoning(message) == null
                        && message.path(SampleMessages.CALLS).isEmpty();
        if (isEmpty) {
            throw new OmittedSampleException(OmissionReason.FAILED);
        }
        parsed(message);
        return message;
    }

    /// A message with the arguments of its calls as objects.
    ///
    /// @throws OmittedSampleException if they are not JSON
    static ObjectNode parsed(ObjectNode message) throws OmittedSampleException {
        ObjectNode context = StrictJson.MAPPER.createObjectNode();
        ObjectNode copy = message.deepCopy();
        context.putArray(SampleContext.MESSAGES).add(copy);
        if (CallArguments.parse(context).isPresent()) {
            throw new OmittedSampleException(OmissionReason.UNREADABLE);
        }
        return copy;
    }

    /// Why the model stopped; empty for an unfinished answer.
    static Optional<FinishReason> finish(List<StreamEvent> events) {
        return events.stream()
                .filter(StreamEvent.Finish.class::isInstance)
                .map(event -> ((StreamEvent.Finish) event).reason())
                .reduce((_, last) -> last);
    }
}
