package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent.Failure;
import java.util.List;

/// Everything that depends on a dialect. Stateless; one instance serves all requests.
public interface DialectCodec {

    Dialect dialect();

    /// Reads a request. Unknown fields are allowed; a missing or wrong required field is a `WireException` with its
    /// place.
    Conversation decode(ObjectNode body) throws WireException;

    /// Writes a stream, and keeps of its texts whatever its last events repeat.
    StreamEncoder streamEncoder(AnswerHead head);

    /// Writes a stream whose encoder leaves texts beyond a limit to be read from the answer's record
    /// (`FrameBuffer.hasRecorded`); only the Responses dialect repeats any.
    default StreamEncoder streamEncoder(AnswerHead head, TextLimit limit) {
        return streamEncoder(head);
    }

    WholeEncoder wholeEncoder(AnswerHead head);

    /// The answer's id as a client sees it.
    String answerId(String key);

    /// The error body of this dialect, UTF-8 JSON.
    byte[] error(Failure failure);

    /// Whether a body is an error as this dialect says it.
    boolean isError(ObjectNode body);

    /// The body of `GET v1/models`.
    byte[] models(List<String> models);
}
