package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Everything that depends on the dialect of a backend: the other side of `DialectCodec`. Stateless; one instance
/// serves all requests.
public interface BackendCodec {

    Dialect dialect();

    /// Path of the endpoint below the version segment, e.g. `chat/completions`.
    String path();

    /// The body for a request that came in this very dialect: as it came, with as few changes as the adaptation asks.
    /// @return the request's own body, the same object, when nothing has to change; otherwise a changed copy
    ObjectNode adapt(Conversation request, Adaptation adaptation);

    /// The body for a request that came in another dialect.
    ObjectNode translate(Conversation request, Adaptation adaptation);

    /// A reader for one streamed answer.
    StreamDecoder streamDecoder();

    /// A reader for one streamed answer that also writes it again for a client of this very dialect.
    StreamRelay relay();

    /// What signs the reasoning that one answer leaves unsigned, for a client of this very dialect.
    /// @param proofs makes a new proof for each block
    default AnswerSigning signing(Supplier<String> proofs) {
        return AnswerSigning.NONE;
    }

    /// An answer that came in one body, for a client of this very dialect, after its events were changed.
    /// @param body the answer as it came; not changed
    /// @param passed the events that the client gets, the terminal `Finish` last
    byte[] rewrite(ObjectNode body, List<StreamEvent> passed);

    /// The `reasoning_details` of an answer that came in one body, in a dialect that has them.
    default Optional<ReasoningDetails> reasoningDetails(ObjectNode body) {
        return Optional.empty();
    }

    /// Reads an answer that came in one body; the events end with a terminal, a `Failure` when it cannot be read.
    void decode(ObjectNode body, Consumer<? super StreamEvent> out);
}
