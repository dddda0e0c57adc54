package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendPart;
import dev.throughline.backend.OutgoingCredentials;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads the events of one backend's answer, whatever its form, without the credentials that a failure may repeat. One
/// answer, one event loop.
public final class BackendDecoder {
    private final StreamDecoder frames;
    private final BackendCodec codec;
    private final AnswerReasoningDetails details;
    private final @Nullable ReasoningDetailsBuilder built;
    private final OutgoingCredentials outgoingCredentials;
    private final List<StreamEvent> read = new ArrayList<>();
    private final Consumer<StreamEvent> toRead = this::add;
    private Optional<String> bodyField = Optional.empty();

    /// @param relayed reads an answer that is streamed to a client of the same dialect
    /// @param codec of the backend
    /// @param details gets the backend's own form of the reasoning
    /// @param built writes that form for a client of another dialect
    public BackendDecoder(
            Optional<StreamDecoder> relayed,
            BackendCodec codec,
            AnswerReasoningDetails details,
            Optional<ReasoningDetailsBuilder> built,
            OutgoingCredentials outgoingCredentials) {
        this.frames = relayed.orElseGet(() -> built.map(codec::streamDecoder).orElseGet(codec::streamDecoder));
        this.codec = codec;
        this.details = details;
        this.outgoingCredentials = outgoingCredentials;
        this.built = built.orElse(null);
        details.from(built.map(ReasoningDetailsBuilder::issued).or(frames::reasoningDetails));
    }

    /// The field in which the answer carries reasoning, as far as it was read; `reasoning_content` in a dialect
    /// without such fields.
    public String reasoningField() {
        return bodyField.or(frames::reasoningField).orElse(ReasoningField.REASONING_CONTENT.id());
    }

    /// The events of the next part; the list is valid until the part after it.
    public List<StreamEvent> decode(BackendPart part) {
        read.clear();
        switch (part) {
            case BackendPart.Frame(SseFrame frame) -> frames.on(frame, toRead);
            case BackendPart.Body(ObjectNode body, byte[] _) -> body(body);
            case BackendPart.Event(StreamEvent event) -> read.add(event);
            case BackendPart.Ended _ -> frames.end(toRead);
            case BackendPart.Failed(Failure failure, byte[] _) -> read.add(failure);
        }
        return read;
    }

    private void body(ObjectNode body) {
        if (built == null) {
            details.from(codec.reasoningDetails(body));
            bodyField = codec.reasoningField(body);
            codec.decode(body, toRead);
        } else {
            codec.decode(body, built, toRead);
        }
    }

    private void add(StreamEvent event) {
        if (built != null) {
            built.on(event);
        }
        read.add(event instanceof Failure failure ? outgoingCredentials.hide(failure) : event);
    }
}
