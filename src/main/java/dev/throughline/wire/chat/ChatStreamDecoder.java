package dev.throughline.wire.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.ReasoningDetails;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/// Decodes `chat.completion.chunk` frames. A frame that differs from an earlier one in a single text is
/// recognized by its bytes, all others are parsed as a tree. Only choice 0 is decoded.
///
/// The answer ends with `[DONE]` after a `finish_reason`, or, after that, with the stream: not every server
/// sends the marker. Anything else is a `Failure`.
final class ChatStreamDecoder implements StreamDecoder {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private final ChatFramePatterns forms = new ChatFramePatterns();
    private final ChatDelta delta = new ChatDelta();
    private boolean isStarted;
    private boolean isOver;
    private boolean isMarked;
    private Optional<ChatFramePatterns.Form> form = Optional.empty();

    @Override
    public void on(SseFrame frame, Consumer<? super StreamEvent> out) {
        form = Optional.empty();
        if (isOver || frame.isEmpty()) {
            return;
        }
        if (isStarted) {
            form = forms.find(frame);
        }
        if (form.isPresent()) {
            ChatFramePatterns.Form known = form.get();
            delta.again(known.kind(), known.template().text(frame), out);
        } else if (isDone(frame)) {
            done(out);
        } else {
            read(frame, out);
        }
    }

    @Override
    public void end(Consumer<? super StreamEvent> out) {
        if (isOver) {
            return;
        }
        if (delta.reason().isPresent()) {
            finish(out);
        } else {
            fail("The backend closed the stream without a finish_reason and [DONE]: the answer is incomplete.", out);
        }
    }

    @Override
    public Optional<ReasoningDetails> reasoningDetails() {
        return Optional.of(delta.issued());
    }

    /// Where the answer carries reasoning, as far as it was read.
    public ChatReasoningFields reasoningFields() {
        return delta.fields();
    }

    @Override
    public Optional<String> reasoningField() {
        return Optional.of(ChatReasoningFields.id(delta.fields().names()));
    }

    /// The pattern of the latest frame, if it was recognized by its bytes.
    public Optional<ChatFramePatterns.Form> form() {
        return form;
    }

    /// Whether the end marker was received.
    public boolean isMarked() {
        return isMarked;
    }

    /// The finish reason, once received.
    public Optional<FinishReason> reason() {
        return delta.reason();
    }

    private static boolean isDone(SseFrame frame) {
        return Arrays.equals(frame.data(), frame.dataFrom(), frame.dataTo(), DONE, 0, DONE.length);
    }

    private void done(Consumer<? super StreamEvent> out) {
        if (delta.reason().isEmpty()) {
            fail("The backend ended the stream without a finish_reason: the answer is incomplete.", out);
            return;
        }
        isMarked = true;
        finish(out);
    }

    private void finish(Consumer<? super StreamEvent> out) {
        isOver = true;
        delta.end(out);
        delta.usage().ifPresent(out);
        out.accept(new Finish(delta.end(delta.reason().orElseThrow()), delta.stopSequence()));
    }

    private void read(SseFrame frame, Consumer<? super StreamEvent> out) {
        try {
            JsonNode chunk =
                    StrictJson.LENIENT.readTree(frame.data(), frame.dataFrom(), frame.dataTo() - frame.dataFrom());
            take(frame, chunk, out);
        } catch (JsonProcessingException e) {
            fail("The backend sent a chunk that is not JSON: " + e.getOriginalMessage(), out);
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory could not be read", e);
        }
    }

    private void take(SseFrame frame, JsonNode chunk, Consumer<? super StreamEvent> out) {
        if (!chunk.isObject()) {
            fail("The backend sent a chunk that is not a JSON object.", out);
        } else if (BackendErrors.isError(chunk) || chunk.hasNonNull("error")) {
            fail(BackendErrors.inStream(chunk), out);
        } else {
            start(chunk, out);
            int calls = delta.calls();
            Optional<ChatDelta.Single> single = delta.read(chunk, out);
            if (delta.calls() != calls) {
                forms.forgetArguments();
            } else {
                single.ifPresent(text -> forms.learn(frame, text));
            }
            delta.failure().ifPresent(failure -> fail(failure, out));
        }
    }

    private void start(JsonNode chunk, Consumer<? super StreamEvent> out) {
        if (!isStarted) {
            isStarted = true;
            out.accept(new Start(chunk.path("model").asText()));
        }
    }

    private void fail(String message, Consumer<? super StreamEvent> out) {
        fail(Failure.of(FailureKind.BACKEND, message), out);
    }

    private void fail(Failure failure, Consumer<? super StreamEvent> out) {
        isOver = true;
        out.accept(failure);
    }
}
