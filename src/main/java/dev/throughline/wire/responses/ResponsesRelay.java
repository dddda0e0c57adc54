package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.responses.ResponsesClientItems.PassedEvent;
import dev.throughline.wire.responses.ResponsesClientItems.Step;
import dev.throughline.wire.responses.ResponsesFrame.Role;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Forwards `response.*` events as received. From the first frame that a filter changes, the rest of that item is
/// written from events, under the backend's id; all other items are forwarded with their new index and sequence
/// numbers, and the response at the end has the items that the client received.
final class ResponsesRelay implements StreamRelay {
    private static final byte[] KEEP_ALIVE = ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);

    private final ResponsesStreamDecoder decoder = new ResponsesStreamDecoder();
    private final ResponsesRelayFrames frames = new ResponsesRelayFrames();
    private final ResponsesClientItems items = new ResponsesClientItems(frames);
    private final ResponsesRelayEnd end = new ResponsesRelayEnd(frames, items.output());
    private final Deque<Read> undecided = new ArrayDeque<>();
    /// Frames whose events the decoder holds back.
    private final List<Step> pending = new ArrayList<>();
    /// The bytes passed since the first of them, and whether they equal what was decoded.
    private final List<PassedEvent> passed = new ArrayList<>();

    private boolean isSame = true;
    /// The frame that ends the answer, and those behind it.
    private final List<Step> tail = new ArrayList<>();

    /// The decoder's state after it read a frame.
    /// @param events those of the frame
    /// @param sources the item of each of them
    private record Read(
            ResponsesFrame frame, List<StreamEvent> events, List<ResponsesItemReader> sources, boolean isHolding) {}

    @Override
    public StreamDecoder decoder() {
        return decoder;
    }

    @Override
    public void hold(SseFrame frame) {
        undecided.add(new Read(
                decoder.responsesFrame(),
                List.copyOf(decoder.read()),
                List.copyOf(decoder.sources()),
                decoder.isHolding()));
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> events, FrameBuffer out) {
        Read read = undecided.poll();
        ResponsesFrame seen = read == null ? decoder.responsesFrame() : read.frame();
        List<ResponsesItemReader> sources = read == null ? decoder.sources() : read.sources();
        frames.into(out);
        if (seen.role() == Role.BESIDE && seen.body().path("response") instanceof ObjectNode response) {
            end.begun(response);
            items.output().named(ResponsesRelayEnd.key(response));
        }
        int held = isUnchanged || !pending.isEmpty()
                ? 0
                : heldBefore(events, read == null ? decoder.read() : read.events());
        write(events.subList(0, held));
        isSame &= isUnchanged || held > 0;
        (seen.role() == Role.END ? tail : pending).add(new Step(frame, seen, items.of(seen)));
        passed.addAll(passed(events.subList(held, events.size()), isSame ? sources : List.of()));
        if (!(read == null ? decoder.isHolding() : read.isHolding())) {
            items.take(pending, passed, isSame);
            pending.clear();
            passed.clear();
            isSame = true;
        }
    }

    /// The number of events that were held back until this frame, if its own ones follow them unchanged and do not
    /// continue them; else 0.
    private static int heldBefore(List<StreamEvent> events, List<StreamEvent> read) {
        int held = events.size() - read.size();
        boolean isBefore = held > 0
                && !read.isEmpty()
                && events.get(held - 1).getClass() != read.getFirst().getClass()
                && events.subList(held, events.size()).equals(read);
        return isBefore ? held : 0;
    }

    /// @param sources the item of each event as it was read; none for events that were changed
    private List<PassedEvent> passed(List<StreamEvent> events, List<ResponsesItemReader> sources) {
        List<PassedEvent> found = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            ResponsesRelayItem source = sources.isEmpty() ? null : items.of(sources.get(i));
            found.add(new PassedEvent(events.get(i), source));
        }
        return found;
    }

    private void write(List<StreamEvent> events) {
        if (!events.isEmpty()) {
            items.take(List.of(), passed(events, List.of()), false);
        }
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        frames.into(out);
        boolean isBrokenOff = tail.isEmpty();
        if (isBrokenOff || finish.reason() != decoder.reason()) {
            items.alter();
        }
        write(rest);
        items.end(finish, isBrokenOff);
        if (isBrokenOff) {
            end.finish(finish.reason());
        } else {
            end.repeat(tail.getFirst().frame(), tail.getFirst().seen(), finish.reason());
            tail.stream().skip(1).forEach(step -> frames.forward(step.frame(), -1));
        }
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        frames.into(out);
        write(rest);
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
