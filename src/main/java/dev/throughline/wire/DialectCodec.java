package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.stream.StreamEvent.Failure;
import java.util.List;

/// Everything that depends on a dialect. Stateless; one instance serves all requests. Errors and the list of models
/// are OpenAI's unless a dialect has its own.
public interface DialectCodec {
    Dialect dialect();

    /// Name of the field of a request with its history.
    default String historyField() {
        return "messages";
    }

    /// Decodes a request. Unknown fields are allowed; a missing or invalid required field is a
    /// `WireException` with its location.
    default Conversation decode(ObjectNode body) throws WireException {
        return decode(body, KnownHistory.NONE);
    }

    /// Decodes a request whose history begins as an earlier one did.
    Conversation decode(ObjectNode body, KnownHistory known) throws WireException;

    /// Encodes a stream; in the Responses dialect it keeps the texts, since the last events repeat them.
    StreamEncoder streamEncoder(AnswerHead head);

    WholeEncoder wholeEncoder(AnswerHead head);

    /// The answer's id for the client.
    String answerId(String key);

    /// The error body of this dialect, UTF-8 JSON.
    default byte[] error(Failure failure) {
        return OpenAiErrors.body(failure);
    }

    /// Whether a body is an error of this dialect.
    default boolean isError(ObjectNode body) {
        return body.path("error").isObject();
    }

    /// The body of `GET v1/models`.
    default byte[] models(List<String> models) {
        return OpenAiModels.body(models);
    }
}
