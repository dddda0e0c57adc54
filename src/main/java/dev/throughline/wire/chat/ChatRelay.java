package dev.throughline.wire.chat;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.OpenAiErrors;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Forwards chunks. A changed chunk is rewritten with its new events; its other fields are kept. From the
/// chunk with the finish reason on, everything is held back until the end.
final class ChatRelay implements StreamRelay {
    private static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KEEP_ALIVE = ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);

    private final ChatStreamDecoder decoder = new ChatStreamDecoder();
    private final ChatChunkFormFactory chunks = new ChatChunkFormFactory(decoder.reasoningFields());
    private final List<Held> tail = new ArrayList<>();
    private final Deque<Read> waiting = new ArrayDeque<>();

    /// A frame that waits for the end.
    /// @param isEmptied whether its delta was already written
    private record Held(SseFrame frame, boolean isEmptied) {}

    /// The decoder's state after it read a frame.
    /// @param isTail whether the finish reason had come
    private record Read(boolean isTail, Optional<ChatFramePatterns.Form> form) {}

    @Override
    public StreamDecoder decoder() {
        return decoder;
    }

    @Override
    public void hold(SseFrame frame) {
        waiting.add(new Read(decoder.reason().isPresent(), decoder.form()));
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out) {
        Read read = waiting.poll();
        boolean isTail = read == null ? decoder.reason().isPresent() : read.isTail();
        Optional<ChatFramePatterns.Form> form = read == null ? decoder.form() : read.form();
        if (isTail) {
            if (!isUnchanged) {
                rewrite(frame, form, passed, out);
            }
            tail.add(new Held(frame, !isUnchanged));
        } else if (isUnchanged) {
            if (!frame.isEmpty()) {
                chunks.saw(frame);
            }
            out.raw(frame.bytes(), frame.from(), frame.length());
        } else {
            rewrite(frame, form, passed, out);
        }
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        rest(rest, out);
        Optional<FinishReason> reason = decoder.reason();
        if (reason.isEmpty()) {
            chunks.latest().ifPresent(chunk -> chunk.finish(finish.reason(), out));
            out.raw(DONE);
            return;
        }
        boolean isSame = reason.get() == finish.reason();
        for (Held held : tail) {
            SseFrame frame = held.frame();
            if (isSame && !held.isEmptied()) {
                out.raw(frame.bytes(), frame.from(), frame.length());
            } else {
                ChatChunkFormFactory.end(
                        frame, isSame ? Optional.empty() : Optional.of(finish.reason()), held.isEmptied(), out);
            }
        }
        if (!decoder.isMarked()) {
            out.raw(DONE);
        }
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        if (!rest.isEmpty()) {
            chunks.latest().ifPresent(chunk -> rest.forEach(event -> chunk.write(event, "", out)));
        }
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        out.raw("data: ");
        OpenAiErrors.write(failure, out);
        out.raw("\n\n");
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(KEEP_ALIVE);
    }

    private void rewrite(
            SseFrame frame, Optional<ChatFramePatterns.Form> form, List<StreamEvent> passed, FrameBuffer out) {
        ChatChunkForm chunk = chunks.of(frame, form);
        String extras = chunk.extras();
        for (StreamEvent event : passed) {
            if (chunk.write(event, extras, out)) {
                extras = "";
            }
        }
        if (!extras.isEmpty()) {
            chunk.bare(extras, out);
        }
    }
}
