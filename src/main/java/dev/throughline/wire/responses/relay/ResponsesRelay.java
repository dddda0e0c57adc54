package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.responses.answer.ResponsesBodyWriter;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesFrame.Role;
import dev.throughline.wire.responses.answer.ResponsesItemReader;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesStreamDecoder;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Forwards `response.*` events as they came. From the first frame that a filter changes, the rest of that item is
/// written from events, under the backend's id; all other items go on as they came, at their new place and number, and
/// the response at the end says what the client got.
public final class ResponsesRelay implements StreamRelay {
    private static final byte[] KEEP_ALIVE = ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);

    private final ResponsesStreamDecoder decoder = new ResponsesStreamDecoder();
    private final ResponsesRelayFrames frames = new ResponsesRelayFrames();
    private final ResponsesClientItems items = new ResponsesClientItems(frames);
    private final ResponsesItemWriter writer = new ResponsesItemWriter(frames, items);
    private final ResponsesRelayEnd end = new ResponsesRelayEnd(frames, items.told());
    private final Map<ResponsesItemReader, ResponsesRelayItem> known = new IdentityHashMap<>();
    private final List<SseFrame> tail = new ArrayList<>();
    /// Frames of which the events are still to come.
    private final List<ResponsesRelayStep> pending = new ArrayList<>();

    private ResponsesFrame terminal = ResponsesFrame.NOTHING;

    @Override
    public StreamDecoder decoder() {
        return decoder;
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out) {
        frames.into(out);
        ResponsesFrame seen = decoder.responsesFrame();
        if (decoder.isHolding()) {
            pending.add(new ResponsesRelayStep(frame, seen, item(seen), isUnchanged, List.copyOf(passed)));
            return;
        }
        var step = new ResponsesRelayStep(frame, seen, item(seen), isUnchanged, passed);
        if (pending.isEmpty()) {
            take(step);
            return;
        }
        pending.add(step);
        List<ResponsesRelayStep> steps = List.copyOf(pending);
        pending.clear();
        boolean isSame = steps.stream().allMatch(ResponsesRelayStep::isUnchanged);
        steps.forEach(one -> take(isSame ? one : one.changed()));
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
        } else if (step.seen().role() == Role.END) {
            speak(step);
            terminal = tail.isEmpty() ? step.seen() : terminal;
            tail.add(step.frame());
        } else {
            speak(step);
            if (step.seen().body().path("response") instanceof ObjectNode response) {
                end.begun(response);
                writer.named(response.path("id").asText(""));
            }
            items.beside(step);
        }
    }

    private void speak(ResponsesRelayStep step) {
        if (frames.isAltered()) {
            writer.write(step.passed());
        }
    }

    private void take(ResponsesRelayStep step, ResponsesRelayItem item) {
        int own = step.own(item);
        switch (item.state) {
            case NEW -> begin(step, item, own);
            case FORWARDED -> {
                if (own == 0 || !item.isText()) {
                    forward(step, item);
                } else if (item.isEnded()) {
                    writer.write(step.passed());
                } else {
                    writer.resume(item);
                    anew(step, item);
                }
            }
            case CHANGED, ANEW -> anew(step, item);
            case OVER -> writer.write(step.passed());
        }
    }

    private void begin(ResponsesRelayStep step, ResponsesRelayItem item, int own) {
        if (own < 0 && item.isText()) {
            item.state = State.CHANGED;
            anew(step, item);
        } else if (own < 0 || step.isUnchanged() && !isHeard(step, item)) {
            speak(step.isUnchanged(), step.passed());
            items.waits(step, item);
        } else {
            speak(step.isUnchanged(), step.passed().subList(0, own));
            writer.pause();
            items.open(item, State.FORWARDED);
            forward(
                    new ResponsesRelayStep(
                            step.frame(),
                            step.seen(),
                            item,
                            step.isUnchanged(),
                            step.passed().subList(own, step.passed().size())),
                    item);
        }
    }

    private void speak(boolean isUnchanged, List<StreamEvent> events) {
        if (!isUnchanged) {
            writer.write(events);
        }
    }

    private boolean isHeard(ResponsesRelayStep step, ResponsesRelayItem item) {
        boolean isCalled = item.kind() == Kind.CALL && step.call(item) >= 0;
        return switch (step.seen().role()) {
            case ADDED -> item.kind() == Kind.FOREIGN || isCalled;
            case GREW -> item.kind() != Kind.CALL && !step.text().isEmpty();
            case PART ->
                item.kind() == Kind.FOREIGN || item.isText() && !step.passed().isEmpty();
            case DONE -> item.kind() != Kind.CALL || isCalled || !frames.isAltered();
            case BESIDE, END -> false;
        };
    }

    private void forward(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (!frames.isAltered()) {
            items.end(false);
        }
        item.saw(step.seen());
        frames.forward(step.frame(), item);
        if (!item.isText()) {
            speak(step.isUnchanged(), step.passed());
        }
    }

    /// What the item says is written from events; what else is sent of it stays.
    private void anew(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (step.seen().role() == Role.DONE) {
            item.ended(step.seen().body().path("item"));
        }
        if (step.seen().tellsWhole() && step.seen().body().has("part")) {
            item.endedPart(step.seen().body().path("part"));
        }
        writer.write(step.passed());
        if (item.state == State.ANEW && step.seen().role() == Role.PART && !step.isOfPart()) {
            frames.forward(step.frame(), item);
        }
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        frames.into(out);
        boolean isSame = !tail.isEmpty() && finish.reason() == decoder.reason() && rest.isEmpty();
        if (!isSame) {
            items.alter();
        }
        writer.write(rest);
        boolean isComplete = ResponsesBodyWriter.status(finish.reason()).equals("completed");
        ResponsesItemStatus last = isComplete ? ResponsesItemStatus.COMPLETED : ResponsesItemStatus.INCOMPLETE;
        writer.close(last);
        items.end(tail.isEmpty());
        if (tail.isEmpty()) {
            items.told().stream()
                    .filter(item -> item.state == State.FORWARDED && item.isText() && !item.isEnded())
                    .forEach(item -> writer.close(item, last));
            end.finish(finish.reason());
        } else if (frames.isAltered()) {
            end.finish(tail.removeFirst(), terminal, finish.reason());
        }
        tail.forEach(frame -> frames.forward(frame, null));
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        if (!rest.isEmpty()) {
            frames.into(out);
            items.alter();
            writer.write(rest);
        }
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
