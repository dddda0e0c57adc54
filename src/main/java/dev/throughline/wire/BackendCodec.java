package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Everything that depends on the dialect of a backend; the counterpart of `DialectCodec`. Stateless; one
/// instance serves all requests.
public interface BackendCodec {
    Dialect dialect();

    /// Path of the endpoint below the version segment, such as `chat/completions`.
    String path();

    /// The body for a request in this same dialect: as received, with as few changes as the adaptation
    /// requires.
    /// @return the request's own body, the same object, if nothing has to change; otherwise a changed copy
    ObjectNode adapt(Conversation request, Adaptation adaptation);

    /// The body for a request in another dialect.
    ObjectNode translate(Conversation request, Adaptation adaptation);

    /// A reader for one streamed answer.
    StreamDecoder streamDecoder();

    /// Writes the reasoning of one answer as `reasoning_details` for a chat client; empty in the dialect that has
    /// them.
    /// @param isStreamed whether the client gets fragments
    default Optional<ReasoningDetailsBuilder> detailsBuilder(boolean isStreamed) {
        return Optional.empty();
    }

    /// A reader for one streamed answer.
    /// @param details receives the place of the reasoning of each event
    default StreamDecoder streamDecoder(ReasoningDetailsBuilder details) {
        return streamDecoder();
    }

    /// A reader for one streamed answer that also writes it for a client of this same dialect.
    StreamRelay relay();

    /// Adds proofs to unsigned reasoning of one answer, for a client of this same dialect.
    /// @param proofs creates a proof for each block
    default AnswerSigning signing(Supplier<String> proofs) {
        return AnswerSigning.NONE;
    }

    /// An answer received in one body, for a client of this same dialect, after its events were changed.
    /// @param body the answer as received; not modified
    /// @param passed the events for the client, the terminal `Finish` last
    byte[] rewrite(ObjectNode body, List<StreamEvent> passed);

    /// The `reasoning_details` of an answer received in one body, in a dialect that has them.
    default Optional<ReasoningDetails> reasoningDetails(ObjectNode body) {
        return Optional.empty();
    }

    /// The field in which an answer received in one body carries reasoning, in a dialect with several.
    default Optional<String> reasoningField(ObjectNode body) {
        return Optional.empty();
    }

    /// Decodes an answer received in one body; the events end with a terminal event, a `Failure` if it
    /// cannot be decoded.
    void decode(ObjectNode body, Consumer<? super StreamEvent> out);

    /// The same.
    /// @param details receives the place of the reasoning of each event
    default void decode(ObjectNode body, ReasoningDetailsBuilder details, Consumer<? super StreamEvent> out) {
        decode(body, out);
    }
}
