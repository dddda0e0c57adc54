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
import dev.throughline.wire.responses.relay.ResponsesRelayStep.PassedEvent;
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
    private final ResponsesClientItems items;
    private final ResponsesRelayEnd end;
    /// Of the events that were recorded and have not been forwarded.
    private final Deque<Long> places = new ArrayDeque<>();
    private final Map<ResponsesItemReader, ResponsesRelayItem> known = new IdentityHashMap<>();
    /// Frames whose events the decoder holds back.
    private final List<ResponsesRelayStep> pending = new ArrayList<>();
    /// The frame that ends the answer, and those behind it.
    private final List<ResponsesRelayStep> tail = new ArrayList<>();

    /// @param limit what is held of the texts of items; others are read from the recorded answer
    public ResponsesRelay(TextLimit limit) {
        this.limit = limit;
        this.items = new ResponsesClientItems(frames, limit);
        this.end = new ResponsesRelayEnd(frames, items.output());
    }

    @Override
    public void recorded(StreamEvent event) {
        places.add(limit.place().getAsLong());
    }

    @Override
    public long heldUnits() {
        return items.heldUnits();
    }

    @Override
    public StreamDecoder decoder() {
        return decoder;
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> events, FrameBuffer out) {
        frames.into(out);
        ResponsesFrame seen = decoder.responsesFrame();
        ResponsesRelayItem item = item(seen);
        boolean mayBegin = !isUnchanged && item != null && item.state == State.WITHHELD;
        int before = mayBegin && !decoder.isHolding() && pending.isEmpty() ? heldBefore(events) : 0;
        if (before > 0) {
            items.alter();
            items.write(passed(events.subList(0, before), false));
        }
        boolean isSame = isUnchanged || before > 0;
        List<PassedEvent> own = passed(events.subList(before, events.size()), isSame);
        pending.add(new ResponsesRelayStep(frame, seen, item, isSame, own));
        if (!decoder.isHolding()) {
            take(List.copyOf(pending));
        }
    }

    private @Nullable ResponsesRelayItem item(ResponsesFrame seen) {
        return switch (seen.role()) {
            case BESIDE, END -> null;
            case ADDED, GREW, PART, DONE -> known.computeIfAbsent(seen.item(), _ -> items.begin(seen));
        };
    }

    /// The number of events that were held back until this frame, if its own ones follow them unchanged and do not
    /// continue them; else 0.
    @SuppressWarnings("ReferenceEquality")
    private int heldBefore(List<StreamEvent> passed) {
        List<StreamEvent> read = decoder.read();
        int held = passed.size() - read.size();
        for (int i = 0; i < read.size() && held > 0; i++) {
            boolean isSame = passed.get(held + i) == read.get(i);
            boolean isContinued =
                    i == 0 && passed.get(held - 1).getClass() == read.get(i).getClass();
            held = isSame && !isContinued ? held : 0;
        }
        return Math.max(0, held);
    }

    /// @param areRead whether they are the events of the latest frame
    private List<PassedEvent> passed(List<StreamEvent> events, boolean areRead) {
        List<PassedEvent> passed = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            ResponsesRelayItem source = areRead ? known.get(decoder.sources().get(i)) : null;
            long place = places.isEmpty() ? limit.place().getAsLong() : places.remove();
            passed.add(new PassedEvent(events.get(i), place, source));
        }
        return passed;
    }

    /// Takes frames whose events passed together.
    private void take(List<ResponsesRelayStep> steps) {
        pending.clear();
        boolean areSame = steps.stream().allMatch(ResponsesRelayStep::isUnchanged);
        if (!areSame) {
            items.alter();
        }
        for (ResponsesRelayStep step : steps) {
            if (step.item() != null && !step.item().isRewritten()) {
                step.item().locate(step.seen());
            }
            for (PassedEvent event : step.events()) {
                if (areSame && event.source() != null && !event.source().isRewritten()) {
                    items.grow(event.source(), event);
                }
            }
        }
        steps.forEach(step -> take(step, areSame));
    }

    private void take(ResponsesRelayStep step, boolean isSame) {
        ResponsesRelayItem item = step.item();
        if (item != null) {
            items.take(step, item, isSame);
        }
        if (frames.isAltered()) {
            items.write(step.events().stream()
                    .filter(event -> !isSame || event.isOfWrittenItem())
                    .toList());
        }
        if (item == null) {
            beside(step);
        } else if (item.state == State.WRITTEN
                && step.seen().role() == Role.PART
                && !step.seen().isOfPart()) {
            frames.forward(step.frame(), item.index);
        }
    }

    private void beside(ResponsesRelayStep step) {
        if (step.seen().role() == Role.END) {
            tail.add(step);
            return;
        }
        if (step.seen().body().path("response") instanceof ObjectNode response) {
            end.begun(response);
            items.output().named(ResponsesRelayEnd.key(response) + "_x");
        }
        items.beside(step);
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        frames.into(out);
        if (tail.isEmpty() || finish.reason() != decoder.reason() || !rest.isEmpty()) {
            items.alter();
        }
        items.write(passed(rest, false));
        boolean isComplete = ResponsesBodyWriter.status(finish.reason()).equals("completed");
        ResponsesItemStatus last = isComplete ? ResponsesItemStatus.COMPLETED : ResponsesItemStatus.INCOMPLETE;
        items.end(last, tail.isEmpty());
        if (tail.isEmpty()) {
            end.finish(finish.reason());
        } else {
            end.repeat(tail.getFirst().frame(), tail.getFirst().seen(), finish.reason());
            tail.stream().skip(1).forEach(step -> frames.forward(step.frame(), -1));
        }
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        if (!rest.isEmpty()) {
            frames.into(out);
            items.alter();
            items.write(passed(rest, false));
        }
    }

    @Override
    public void failUnread(Failure failure, FrameBuffer out) {
        frames.into(out);
        items.output().items().clear();
        end.fail(failure);
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        frames.into(out);
        end.fail(failure);
    }

    @Override
    public void fail(SseFrame error, FrameBuffer out) {
        frames.into(out);
        end.repeat(error, decoder.responsesFrame(), null);
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(KEEP_ALIVE);
    }
}
