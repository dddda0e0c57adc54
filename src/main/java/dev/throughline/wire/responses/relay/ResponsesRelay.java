package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.TextLimit;
import dev.throughline.wire.responses.answer.ResponsesBodyWriter;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesFrame.Role;
import dev.throughline.wire.responses.answer.ResponsesItemReader;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesStreamDecoder;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Forwards `response.*` events as received. From the first frame that a filter changes, the rest of that item is
/// written from events, under the backend's id; all other items are forwarded with their new index and sequence
/// numbers, and the response at the end has the items that the client received.
public final class ResponsesRelay implements StreamRelay {
    private static final byte[] KEEP_ALIVE = ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);

    private final ResponsesStreamDecoder decoder = new ResponsesStreamDecoder();
    private final ResponsesRelayFrames frames = new ResponsesRelayFrames();
    private final TextLimit limit;
    private final ResponsesHeldText held;
    private final ResponsesClientItems items;
    private final ResponsesItemWriter writer;
    private final ResponsesRelayEnd end;
    /// Of the events that were recorded and have not been forwarded.
    private final Deque<Long> places = new ArrayDeque<>();
    private final Map<ResponsesItemReader, ResponsesRelayItem> known = new IdentityHashMap<>();
    private final List<SseFrame> tail = new ArrayList<>();
    /// Frames whose events the decoder holds back.
    private final List<ResponsesRelayStep> pending = new ArrayList<>();

    private ResponsesFrame terminal = ResponsesFrame.NOTHING;

    /// Holds all texts.
    public ResponsesRelay() {
        this(TextLimit.NONE);
    }

    /// @param limit what is held of complete items; their other texts are read from the recorded answer
    public ResponsesRelay(TextLimit limit) {
        this.limit = limit;
        this.held = new ResponsesHeldText(limit);
        this.items = new ResponsesClientItems(frames, held);
        this.writer = new ResponsesItemWriter(frames, items);
        this.end = new ResponsesRelayEnd(frames, items.sent());
    }

    @Override
    public void recorded(StreamEvent event) {
        places.add(limit.place().getAsLong());
    }

    private List<ResponsesPlacedEvent> placed(List<StreamEvent> events) {
        return events.stream()
                .map(event -> new ResponsesPlacedEvent(event, places.isEmpty() ? -1 : places.remove()))
                .toList();
    }

    @Override
    public long heldUnits() {
        return held.units();
    }

    @Override
    public StreamDecoder decoder() {
        return decoder;
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> events, FrameBuffer out) {
        frames.into(out);
        List<ResponsesPlacedEvent> passed = placed(events);
        ResponsesFrame seen = decoder.responsesFrame();
        ResponsesRelayItem item = item(seen);
        boolean isAlone = pending.isEmpty() && !decoder.isHolding();
        boolean mayBegin = isAlone && item != null && item.state == State.WITHHELD;
        int before = isUnchanged || !mayBegin ? 0 : ResponsesRelayStep.heldBefore(passed, decoder.read());
        if (before > 0) {
            items.alter();
            writer.write(passed.subList(0, before));
        }
        boolean isSame = isUnchanged || before > 0;
        List<ResponsesPlacedEvent> own = List.copyOf(passed.subList(Math.max(0, before), passed.size()));
        pending.add(new ResponsesRelayStep(frame, seen, item, isSame, own));
        if (!decoder.isHolding()) {
            List<ResponsesRelayStep> steps = List.copyOf(pending);
            pending.clear();
            boolean areSame = steps.stream().allMatch(ResponsesRelayStep::isUnchanged);
            steps.forEach(one -> take(areSame ? one : one.changed()));
        }
    }

    private @Nullable ResponsesRelayItem item(ResponsesFrame seen) {
        return switch (seen.role()) {
            case BESIDE, END -> null;
            case ADDED, GREW, PART, DONE -> known.computeIfAbsent(seen.item(), _ -> ResponsesRelayItem.of(seen));
        };
    }

    private void take(ResponsesRelayStep step) {
        if (!step.isUnchanged()) {
            items.alter();
        }
        ResponsesRelayItem item = step.item();
        if (item != null) {
            take(step, item);
            return;
        }
        if (frames.isAltered()) {
            writer.write(step.events());
        }
        if (step.seen().role() == Role.END) {
            terminal = tail.isEmpty() ? step.seen() : terminal;
            tail.add(step.frame());
        } else {
            if (step.seen().body().path("response") instanceof ObjectNode response) {
                end.begun(response);
                writer.named(response.path("id").asText(""));
            }
            items.beside(step);
        }
    }

    private void take(ResponsesRelayStep step, ResponsesRelayItem item) {
        switch (item.state) {
            case WITHHELD -> {
                item.locate(step.seen());
                if (step.isUnchanged() && step.hasContent(item)) {
                    writer.pause();
                    items.forward(step, item);
                } else if (step.isUnchanged() || !item.isText()) {
                    items.withhold(step);
                    writeChanged(step);
                } else {
                    items.change(item);
                    rewrite(step, item);
                }
            }
            case FORWARDED -> {
                if (step.isUnchanged() || !item.isText()) {
                    items.forward(step, item);
                    writeChanged(step);
                } else if (item.isDone) {
                    writer.write(step.events());
                } else {
                    writer.resume(item);
                    rewrite(step, item);
                }
            }
            case CHANGED, WRITTEN -> rewrite(step, item);
            case CLOSED -> writer.write(step.events());
        }
    }

    private void writeChanged(ResponsesRelayStep step) {
        if (!step.isUnchanged()) {
            writer.write(step.events());
        }
    }

    /// Writes the item from events; its frames that events do not cover are forwarded.
    private void rewrite(ResponsesRelayStep step, ResponsesRelayItem item) {
        ResponsesFrame seen = step.seen();
        if (seen.role() == Role.DONE) {
            item.done(seen.body().path("item"));
        }
        if (seen.repeatsText() && seen.body().has("part")) {
            item.donePart = seen.body().path("part");
        }
        writer.write(step.events());
        if (item.state == State.WRITTEN && seen.role() == Role.PART && !seen.isOfPart()) {
            frames.forward(step.frame(), item.index);
        }
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        frames.into(out);
        if (tail.isEmpty() || finish.reason() != decoder.reason() || !rest.isEmpty()) {
            items.alter();
        }
        writer.write(placed(rest));
        boolean isComplete = ResponsesBodyWriter.status(finish.reason()).equals("completed");
        ResponsesItemStatus last = isComplete ? ResponsesItemStatus.COMPLETED : ResponsesItemStatus.INCOMPLETE;
        writer.close(last);
        items.end();
        if (tail.isEmpty()) {
            items.sent().stream()
                    .filter(item -> item.state == State.FORWARDED && item.isText() && !item.isDone)
                    .forEach(item -> writer.close(item, last));
            end.finish(finish.reason());
        } else if (frames.isAltered()) {
            end.finish(tail.removeFirst(), terminal, finish.reason());
        }
        tail.forEach(frame -> frames.forward(frame, -1));
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        if (!rest.isEmpty()) {
            frames.into(out);
            items.alter();
            writer.write(placed(rest));
        }
    }

    @Override
    public void failUnread(Failure failure, FrameBuffer out) {
        frames.into(out);
        end.failUnread(failure);
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        frames.into(out);
        end.fail(failure);
    }

    @Override
    public void fail(SseFrame error, FrameBuffer out) {
        frames.into(out);
        end.fail(error, decoder.responsesFrame());
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(KEEP_ALIVE);
    }
}
