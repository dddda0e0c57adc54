package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.anthropic.AnthropicStreamDecoder.Place;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Forwards message events unchanged until a filter changes one. From then on the blocks are newly written,
/// since their boundaries and indices are no longer the backend's; frames outside blocks, blocks of other
/// types and the end of the message are kept, except for the index and the stop reason.
///
/// A block that has just begun waits for its first delta: if that is dropped, so is the block.
final class AnthropicRelay implements StreamRelay {
    private final AnthropicStreamDecoder decoder = new AnthropicStreamDecoder();
    private final AnthropicStreamEncoder encoder = new AnthropicStreamEncoder(new byte[0]);
    private final List<SseFrame> tail = new ArrayList<>();
    /// Blocks whose start, but not their end, was forwarded to the client.
    private final Set<Integer> ajar = new HashSet<>();

    /// A block that has just begun, and the other frames received since.
    private final List<SseFrame> waiting = new ArrayList<>();

    /// Kind and index of that block.
    private AnthropicBlockKind waitingKind = AnthropicBlockKind.NOTHING;

    private int waitingIndex = -1;

    private final Deque<Read> undecided = new ArrayDeque<>();
    /// Place of the frame that is being forwarded.
    private Place place = Place.BESIDE;

    private int index = -1;
    private int earlier = -1;
    private AnthropicBlockKind kind = AnthropicBlockKind.NOTHING;

    private boolean isAnew;
    /// The client's open block and the last index that it received, while frames are forwarded.
    private AnthropicBlockKind open = AnthropicBlockKind.NOTHING;

    private int last = -1;

    /// The decoder's state after it read a frame.
    private record Read(Place place, int index, int earlier, AnthropicBlockKind kind) {}

    @Override
    public StreamDecoder decoder() {
        return decoder;
    }

    @Override
    public void hold(SseFrame frame) {
        undecided.add(new Read(decoder.place(), decoder.index(), decoder.earlier(), decoder.kind()));
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out) {
        locate();
        if (!isUnchanged) {
            beginAnew(out);
        }
        if (isAnew) {
            passed.forEach(event -> encoder.on(event, out));
        }
        switch (place) {
            case BESIDE -> beside(frame, out);
            case END -> tail.add(frame);
            case FOREIGN_START -> {
                giveWaiting(out);
                open = AnthropicBlockKind.NOTHING;
                last = isAnew ? encoder.other(out) : index;
                foreign(frame, out);
            }
            case FOREIGN -> foreign(frame, out);
            case EARLIER, EARLIER_STOP -> earlier(frame, out);
            case BLOCK_START -> {
                if (!isAnew) {
                    start(frame, passed.isEmpty() && kind != AnthropicBlockKind.NOTHING, out);
                }
            }
            case BLOCK_DELTA, BLOCK_STOP -> {
                if (!isAnew) {
                    more(frame, out);
                }
            }
        }
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        if (!rest.isEmpty() || tail.isEmpty()) {
            beginAnew(out);
        }
        rest.forEach(event -> encoder.on(event, out));
        if (tail.isEmpty()) {
            decoder.counted().ifPresent(usage -> encoder.on(usage, out));
            encoder.on(finish, out);
            return;
        }
        giveWaiting(out);
        encoder.close(out);
        boolean isSame = decoder.reason() == finish.reason();
        for (SseFrame frame : tail) {
            if (isSame) {
                raw(frame, out);
            } else {
                AnthropicFrameEdit.stopReason(frame, finish.reason(), out);
            }
        }
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        if (!rest.isEmpty()) {
            beginAnew(out);
            rest.forEach(event -> encoder.on(event, out));
        }
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        encoder.on(failure, out);
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        encoder.keepAlive(out);
    }

    private void locate() {
        Read read = undecided.poll();
        place = read == null ? decoder.place() : read.place();
        index = read == null ? decoder.index() : read.index();
        earlier = read == null ? decoder.earlier() : read.earlier();
        kind = read == null ? decoder.kind() : read.kind();
    }

    private void beginAnew(FrameBuffer out) {
        if (!isAnew) {
            isAnew = true;
            waiting.stream().skip(1).forEach(frame -> raw(frame, out));
            waiting.clear();
            ajar.remove(last);
            encoder.resume(open, last);
        }
    }

    private void start(SseFrame frame, boolean waits, FrameBuffer out) {
        giveWaiting(out);
        waitingKind = kind;
        waitingIndex = index;
        waiting.add(frame);
        if (!waits) {
            giveWaiting(out);
        }
    }

    private void more(SseFrame frame, FrameBuffer out) {
        giveWaiting(out);
        raw(frame, out);
        if (place == Place.BLOCK_STOP) {
            open = AnthropicBlockKind.NOTHING;
            ajar.remove(index);
        }
    }

    /// The client receives the end of each block whose start it received.
    private void earlier(SseFrame frame, FrameBuffer out) {
        if (ajar.contains(earlier)) {
            raw(frame, out);
        }
        if (place == Place.EARLIER_STOP) {
            ajar.remove(earlier);
        }
    }

    private void foreign(SseFrame frame, FrameBuffer out) {
        if (isAnew) {
            AnthropicFrameEdit.index(frame, last, out);
        } else {
            raw(frame, out);
        }
    }

    private void giveWaiting(FrameBuffer out) {
        if (!waiting.isEmpty()) {
            open = waitingKind;
            last = waitingIndex;
            ajar.add(last);
            waiting.forEach(frame -> raw(frame, out));
            waiting.clear();
        }
    }

    private void beside(SseFrame frame, FrameBuffer out) {
        if (waiting.isEmpty()) {
            raw(frame, out);
        } else {
            waiting.add(frame);
        }
    }

    private static void raw(SseFrame frame, FrameBuffer out) {
        out.raw(frame.bytes(), frame.from(), frame.length());
    }

    /// Rewrites a frame with one field changed; its other fields are kept.
    static final class AnthropicFrameEdit {
        private AnthropicFrameEdit() {}

        static void index(SseFrame frame, int index, FrameBuffer out) {
            write(frame, event(frame).put("index", index), out);
        }

        /// Changes the stop reason of a frame that has one.
        static void stopReason(SseFrame frame, FinishReason reason, FrameBuffer out) {
            if (!frame.isEmpty()
                    && event(frame) instanceof ObjectNode event
                    && event.path("delta") instanceof ObjectNode delta) {
                delta.put("stop_reason", AnthropicUsage.stopReason(reason));
                write(frame, event, out);
            } else {
                out.raw(frame.bytes(), frame.from(), frame.length());
            }
        }

        private static void write(SseFrame frame, ObjectNode event, FrameBuffer out) {
            if (!frame.event().isEmpty()) {
                out.raw("event: ").raw(frame.event()).raw("\n");
            }
            out.raw("data: ").raw(StrictJson.write(event)).raw("\n\n");
        }

        /// Only for frames that were already parsed; what follows the answer's end need not be JSON.
        private static ObjectNode event(SseFrame frame) {
            try {
                JsonNode event = StrictJson.LENIENT.readTree(frame.text());
                return event instanceof ObjectNode object ? object : StrictJson.LENIENT.createObjectNode();
            } catch (JsonProcessingException _) {
                return StrictJson.LENIENT.createObjectNode();
            }
        }
    }
}
