package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.TokenKind;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.FramePart;
import dev.throughline.wire.sse.JsonStringWriter;
import dev.throughline.wire.sse.RecordedText;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends frames whose texts are in the answer's record: reads a page, sends it, and reads the next when the client has
/// taken it. Lives on the request's event loop.
///
/// A text is sent as a whole or not at all as far as that can be known: nothing of a frame is sent before the first
/// page
/// of its first text is read. A text with a gap or of another length fails.
final class RecordedTextSender {
    private static final int FLUSH_BYTES = 16 * 1024;
    private static final int PAGE_UNITS = 128 * 1024;
    private static final int MOST_ROWS = 64;

    private final DialectRequest dialectRequest;
    private final HttpServerResponse response;
    private final AnswerRecord record;
    private final Runnable written;
    private final Consumer<Throwable> failed;
    private final Deque<FramePart> parts = new ArrayDeque<>();
    private final FrameBuffer inside = new FrameBuffer();
    private boolean isWriting;
    private boolean isInFrame;
    private @Nullable Runnable atDrain;
    /// The latest page: short texts follow one another in it.
    private List<RecordedToken> latest = List.of();

    private int rows = 1;

    /// @param written called when all was sent
    /// @param failed called when a text cannot be read; nothing more is sent
    RecordedTextSender(
            DialectRequest dialectRequest, AnswerRecord record, Runnable written, Consumer<Throwable> failed) {
        this.dialectRequest = dialectRequest;
        this.response = dialectRequest.response();
        this.record = record;
        this.written = written;
        this.failed = failed;
    }

    /// Whether something is being sent: what follows has to wait.
    boolean isWriting() {
        return isWriting;
    }

    /// Whether a frame was begun that is not whole.
    boolean isInFrame() {
        return isInFrame;
    }

    void write(List<FramePart> frames) {
        isWriting = true;
        parts.addAll(frames);
        next();
    }

    /// The client took what was sent.
    void drained() {
        Runnable waiting = atDrain;
        atDrain = null;
        if (waiting != null) {
            dialectRequest.guarded(waiting);
        }
    }

    private void next() {
        FramePart part = parts.poll();
        switch (part) {
            case null -> {
                isWriting = false;
                written.run();
            }
            case FramePart.Bytes(byte[] bytes) -> {
                send(bytes);
                isInFrame = false;
                whenDrained(this::next);
            }
            case FramePart.Recorded recorded -> new Text(recorded).read();
        }
    }

    private void send(byte[] bytes) {
        if (bytes.length > 0 && !response.closed()) {
            response.write(Buffer.buffer(bytes));
        }
    }

    /// A client that went away never takes anything: nothing more is read for it.
    private void whenDrained(Runnable step) {
        if (response.closed()) {
            parts.clear();
        } else if (response.writeQueueFull()) {
            atDrain = step;
        } else {
            step.run();
        }
    }

    /// The tokens of the latest page from a place on.
    private List<RecordedToken> known(long at) {
        long index = latest.isEmpty() ? -1 : at - latest.getFirst().seq();
        boolean isKnown =
                index >= 0 && index < latest.size() && latest.get((int) index).seq() == at;
        return isKnown ? latest.subList((int) index, latest.size()) : List.of();
    }

    private void fail(Throwable cause) {
        parts.clear();
        inside.takeParts();
        isWriting = false;
        failed.accept(cause);
    }

    /// One text on its way.
    private final class Text {
        private final FramePart.Recorded part;
        private final RecordedText text;
        private final TokenKind kind;
        private final JsonStringWriter string = new JsonStringWriter();
        private long at;
        private boolean isBegun;

        private Text(FramePart.Recorded part) {
            this.part = part;
            this.text = part.text();
            this.kind = kind(part.text().kind());
            this.at = part.text().from();
        }

        private void read() {
            List<RecordedToken> known = known(at);
            if (known.isEmpty()) {
                dialectRequest.then(record.page(at, rows), this::takeNew, RecordedTextSender.this::fail);
            } else {
                dialectRequest.then(Uni.createFrom().item(known), this::take, RecordedTextSender.this::fail);
            }
        }

        private void takeNew(List<RecordedToken> page) {
            latest = page;
            adapt(page);
            take(page);
        }

        private void take(List<RecordedToken> page) {
            if (response.closed()) {
                parts.clear();
                return;
            }
            if (page.isEmpty() || page.getFirst().seq() != at) {
                fail(new IncompleteRecordException(at));
                return;
            }
            if (!isBegun) {
                isBegun = true;
                isInFrame = true;
                send(part.bytes());
            }
            if (append(page)) {
                whenDrained(at < text.to() ? this::read : RecordedTextSender.this::next);
            }
        }

        private boolean append(List<RecordedToken> page) {
            for (RecordedToken token : page) {
                if (at == text.to()) {
                    break;
                }
                if (token.seq() != at) {
                    fail(new IncompleteRecordException(at));
                    return false;
                }
                at++;
                if (token.kind() == kind) {
                    string.add(token.text(), inside);
                }
                if (inside.length() >= FLUSH_BYTES) {
                    send(inside.take());
                }
            }
            if (at == text.to()) {
                string.end(inside);
                if (string.length() != text.length()) {
                    fail(new IncompleteRecordException(at));
                    return false;
                }
            }
            send(inside.take());
            return true;
        }

        /// Rows differ in size by the pace of the backend.
        private void adapt(List<RecordedToken> page) {
            long units = page.stream().mapToLong(token -> token.text().length()).sum();
            rows = units < PAGE_UNITS ? Math.min(MOST_ROWS, 2 * rows) : Math.max(1, rows / 2);
        }

        private static TokenKind kind(RecordedText.Kind kind) {
            return switch (kind) {
                case REASONING -> TokenKind.REASONING;
                case SIGNATURE -> TokenKind.SIGNATURE;
                case REDACTED -> TokenKind.REDACTED;
                case TEXT -> TokenKind.TEXT;
                case ARGUMENTS -> TokenKind.CALL_ARGUMENTS;
            };
        }
    }

    /// The record of an answer does not hold all that was said: a part of it was removed meanwhile.
    private static final class IncompleteRecordException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /// @param at place of the event that was expected
        IncompleteRecordException(long at) {
            super("the record of the answer is not complete at event " + at);
        }
    }
}
