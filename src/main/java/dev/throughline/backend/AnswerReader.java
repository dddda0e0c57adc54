package dev.throughline.backend;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns the bytes of one answer into parts: the frames of a stream, a JSON body, or an error. What an answer is, its
/// first bytes say, whatever its label: servers and gateways label streams as JSON and errors as streams. Gives parts
/// until the sink wants no more, and a failure where they do not say how the answer ended.
final class AnswerReader {
    private static final int LARGEST_FRAME = 16 * 1024 * 1024;
    /// Bytes of an incomplete frame that are kept without notifying the sink.
    private static final int SMALL_FRAME = 64 * 1024;
    private static final int LARGEST_ERROR = 1024 * 1024;
    /// Maximum size of an answer without frames that is kept for error messages.
    private static final int MOST_QUOTED = 4 * 1024;
    private static final byte[] BLANK_LINE = "\n\n".getBytes(StandardCharsets.US_ASCII);

    private final HttpBackend backend;
    private final boolean wantsStream;
    private final OutgoingCredentials outgoingCredentials;
    private final BackendSink sink;
    private final Runnable over;
    private final SseDecoder frames = new SseDecoder(LARGEST_FRAME);
    private Form form = Form.ERROR;
    private boolean isDecided = true;
    private boolean hasFrame;
    private @Nullable BackendHead head;
    private Buffer collected = Buffer.buffer();
    private boolean isOver;

    private enum Form {
        FRAMES,
        WHOLE,
        ERROR
    }

    /// @param wantsStream whether the request asked for a stream
    /// @param secrets of the request
    /// @param over called once the answer is complete or failed
    AnswerReader(
            HttpBackend backend,
            boolean wantsStream,
            OutgoingCredentials outgoingCredentials,
            BackendSink sink,
            Runnable over) {
        this.backend = backend;
        this.wantsStream = wantsStream;
        this.outgoingCredentials = outgoingCredentials;
        this.sink = sink;
        this.over = over;
    }

    /// The request was sent.
    void sent() {
        if (!isOver) {
            sink.sent();
        }
    }

    void head(BackendHead arrived) {
        head = arrived;
        if (isOver) {
            return;
        }
        if (arrived.status() < 200 || arrived.status() >= 300) {
            form = Form.ERROR;
        } else {
            form = form(arrived.mediaType());
            isDecided = false;
            sink.opened(arrived);
        }
    }

    private Form form(String mediaType) {
        if (mediaType.equals("text/event-stream")) {
            return Form.FRAMES;
        }
        return mediaType.isEmpty() && wantsStream ? Form.FRAMES : Form.WHOLE;
    }

    void bytes(Buffer chunk) {
        if (isOver) {
            return;
        }
        if (isDecided) {
            take(chunk);
            return;
        }
        collected.appendBuffer(chunk);
        Optional<Form> seen = AnswerForm.of(collected.getBytes(), form == Form.FRAMES)
                .map(isStream -> isStream ? Form.FRAMES : Form.WHOLE);
        if (seen.isPresent()) {
            form = seen.get();
            decided();
        }
    }

    /// Takes what was read to tell the form of the answer.
    private void decided() {
        isDecided = true;
        Buffer first = collected;
        collected = Buffer.buffer();
        if (first.length() > 0) {
            take(first);
        }
    }

    private void take(Buffer chunk) {
        switch (form) {
            case FRAMES -> {
                if (!hasFrame && collected.length() < MOST_QUOTED) {
                    collected.appendBuffer(chunk, 0, Math.min(chunk.length(), MOST_QUOTED));
                }
                if (!frames.feed(chunk.getBytes(), this::frame)) {
                    fail("sent a frame larger than " + LARGEST_FRAME + " bytes.");
                } else if (frames.rest() > SMALL_FRAME && !isOver) {
                    sink.partial(frames.rest());
                }
            }
            case WHOLE -> {
                sink.kept(chunk.getBytes());
                collected.appendBuffer(chunk);
            }
            case ERROR -> {
                collected.appendBuffer(chunk);
                if (collected.length() > LARGEST_ERROR) {
                    refused(collected.getBytes(0, LARGEST_ERROR));
                }
            }
        }
    }

    void end() {
        if (isOver) {
            return;
        }
        if (!isDecided) {
            decided();
        }
        switch (form) {
            case FRAMES -> endFrames();
            case WHOLE -> whole(collected.getBytes());
            case ERROR -> refused(collected.getBytes());
        }
    }

    void failed(Failure failure) {
        failed(failure, new byte[0]);
    }

    private void failed(Failure failure, byte[] body) {
        if (!isOver) {
            give(new BackendPart.Failed(outgoingCredentials.hide(failure), body));
        }
    }

    /// Nobody is listening any more.
    void stop() {
        isOver = true;
    }

    private void frame(SseFrame frame) {
        if (!hasFrame && !frame.isEmpty()) {
            hasFrame = true;
            collected = Buffer.buffer();
        }
        give(new BackendPart.Frame(frame));
    }

    private void endFrames() {
        boolean isText =
                !hasFrame && !AnswerForm.of(collected.getBytes(), false).equals(Optional.of(true));
        Optional<Failure> words = isText ? BackendErrors.inText(collected.getBytes()) : Optional.empty();
        if (words.isPresent()) {
            failed(words.get());
            return;
        }
        if (frames.rest() > 0) {
            frames.feed(BLANK_LINE, this::frame);
        }
        give(new BackendPart.Ended());
        if (!isOver) {
            fail("ended its stream without a final event.");
        }
    }

    private void whole(byte[] bytes) {
        Optional<ObjectNode> body = object(bytes);
        if (isOver) {
            return;
        }
        if (body.isEmpty()) {
            BackendErrors.inText(bytes)
                    .ifPresentOrElse(
                            this::failed, () -> fail("answered with a body that is not a JSON object" + media() + "."));
        } else if (BackendErrors.isError(body.get())) {
            failed(BackendErrors.inStream(body.get()));
        } else {
            give(new BackendPart.Body(body.get(), bytes));
        }
        if (!isOver) {
            fail("answered with a body that has no finish reason.");
        }
    }

    private String media() {
        String type = head == null ? "" : head.mediaType();
        return type.isEmpty() ? "" : " (content type " + type + ")";
    }

    private Optional<ObjectNode> object(byte[] bytes) {
        try {
            JsonNode tree = StrictJson.LENIENT.readTree(bytes);
            return tree instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException e) {
            if (!isObject(bytes)) {
                return Optional.empty();
            }
            fail("answered with a body that is not JSON" + media() + ": " + e.getOriginalMessage());
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory could not be read", e);
        }
    }

    private static boolean isObject(byte[] bytes) {
        return new String(bytes, 0, Math.min(bytes.length, MOST_QUOTED), StandardCharsets.UTF_8)
                .stripLeading()
                .startsWith("{");
    }

    private void refused(byte[] body) {
        BackendHead arrived = head;
        if (arrived == null) {
            fail("closed the connection without an answer.");
            return;
        }
        byte[] shown = outgoingCredentials.hide(body);
        sink.opened(arrived);
        failed(BackendErrors.of(arrived.status(), shown, RetryAfter.of(arrived)), shown);
    }

    private void fail(String what) {
        failed(Failure.of(FailureKind.BACKEND, "The backend " + backend.name() + " " + what));
    }

    private void give(BackendPart part) {
        if (!isOver && !sink.on(part) && !isOver) {
            isOver = true;
            over.run();
        }
    }
}
