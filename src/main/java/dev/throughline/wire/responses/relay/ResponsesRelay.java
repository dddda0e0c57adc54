package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.responses.answer.ResponsesEventFrames;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesItemReader;
import dev.throughline.wire.responses.answer.ResponsesStreamDecoder;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Forwards `response.*` events as they came until a filter changes one. From then on each frame carries what passed of
/// its text, its other fields as they came; what became something else gets an item of its own; events that repeat a
/// text, and the response at the end, say what the client was told. Numbers and places follow what was added or left
/// out.
///
/// An item that has only begun waits until something is said in it.
public final class ResponsesRelay implements StreamRelay {
    private static final byte[] KEEP_ALIVE = ResponsesEventFrames.ascii(": keep-alive\n\n");

    private final ResponsesStreamDecoder decoder = new ResponsesStreamDecoder();
    private final ResponsesClientItems items = new ResponsesClientItems();
    private final ResponsesItemRouter responsesItemRouter = new ResponsesItemRouter(items);
    private final ResponsesRelayEnd end = new ResponsesRelayEnd(items);
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
        items.into(out);
        ResponsesFrame responsesFrame = decoder.responsesFrame();
        var responsesRelayStep =
                new ResponsesRelayStep(frame, responsesFrame, item(responsesFrame), isUnchanged, passed);
        if (decoder.isHolding()) {
            pending.add(new ResponsesRelayStep(
                    frame, responsesFrame, responsesRelayStep.item(), isUnchanged, List.copyOf(passed)));
        } else if (pending.isEmpty()) {
            take(responsesRelayStep, false);
        } else {
            release(responsesRelayStep);
        }
    }

    /// What was held back is told now, all of it in the last frame.
    private void release(ResponsesRelayStep last) {
        List<ResponsesRelayStep> steps = new ArrayList<>(pending);
        pending.clear();
        if (!last.isUnchanged() || !steps.stream().allMatch(ResponsesRelayStep::isUnchanged)) {
            items.altered();
        }
        steps.forEach(responsesRelayStep -> take(responsesRelayStep, responsesRelayStep.isUnheard()));
        take(last, false);
    }

    /// @param isToldLater whether the frame's text is in the events of a later one
    private void take(ResponsesRelayStep responsesRelayStep, boolean isToldLater) {
        if (!responsesRelayStep.isUnchanged()) {
            items.altered();
        }
        if (responsesRelayStep.seen().role() == ResponsesFrame.Role.END) {
            end(responsesRelayStep);
        } else if (items.isAltered()) {
            anew(responsesRelayStep, isToldLater);
        } else {
            asItCame(responsesRelayStep);
        }
    }

    private void end(ResponsesRelayStep responsesRelayStep) {
        if (items.isAltered()) {
            responsesItemRouter.speak(responsesRelayStep);
        }
        terminal = tail.isEmpty() ? responsesRelayStep.seen() : terminal;
        tail.add(responsesRelayStep.frame());
    }

    private @Nullable ResponsesRelayItem item(ResponsesFrame responsesFrame) {
        return switch (responsesFrame.role()) {
            case BESIDE, END -> null;
            case ADDED, GREW, PART, DONE ->
                known.computeIfAbsent(responsesFrame.item(), _ -> {
                    ResponsesRelayItem item = ResponsesRelayItem.of(responsesFrame);
                    items.begun(item);
                    return item;
                });
        };
    }

    private void asItCame(ResponsesRelayStep responsesRelayStep) {
        ResponsesRelayItem item = responsesRelayStep.item();
        if (item == null) {
            end.beside(responsesRelayStep.seen());
            List<ResponsesRelayItem> fresh = items.fresh();
            if (fresh.isEmpty()) {
                items.write(responsesRelayStep.frame(), null);
            } else {
                items.waits(fresh.getLast(), responsesRelayStep.frame(), true);
            }
        } else if (item.state == State.NEW && !isHeard(responsesRelayStep, item)) {
            items.waits(item, responsesRelayStep.frame(), false);
            part(responsesRelayStep.seen(), item);
        } else {
            forward(responsesRelayStep, item);
        }
    }

    private static boolean isHeard(ResponsesRelayStep responsesRelayStep, ResponsesRelayItem item) {
        return switch (responsesRelayStep.seen().role()) {
            case ADDED ->
                item.kind() == Kind.FOREIGN
                        || responsesRelayStep.passed().stream().anyMatch(ToolCallStart.class::isInstance);
            case GREW -> item.kind() != Kind.CALL && !responsesRelayStep.text().isEmpty();
            case PART ->
                item.kind() == Kind.FOREIGN || !responsesRelayStep.passed().isEmpty();
            case DONE -> true;
            case BESIDE, END -> false;
        };
    }

    private void forward(ResponsesRelayStep responsesRelayStep, ResponsesRelayItem item) {
        items.fresh().forEach(items::open);
        responsesItemRouter.heard(item);
        items.write(responsesRelayStep.frame(), item);
        ResponsesFrame responsesFrame = responsesRelayStep.seen();
        switch (responsesFrame.role()) {
            case GREW -> grew(responsesRelayStep, item);
            case PART -> part(responsesFrame, item);
            case DONE -> items.over(item, responsesFrame.body().path("item"), false);
            case BESIDE, ADDED, END -> {}
        }
    }

    private static void grew(ResponsesRelayStep responsesRelayStep, ResponsesRelayItem item) {
        if (item.kind() != Kind.CALL) {
            responsesRelayStep
                    .seen()
                    .delta()
                    .ifPresent(responsesDelta ->
                            item.grew(responsesDelta.kind(), responsesDelta.partIndex(), responsesDelta.text()));
        }
    }

    private static void part(ResponsesFrame responsesFrame, ResponsesRelayItem item) {
        if (responsesFrame.role() == ResponsesFrame.Role.PART && !responsesFrame.tellsWhole()) {
            item.partAdded(responsesFrame);
        }
    }

    private void anew(ResponsesRelayStep responsesRelayStep, boolean isToldLater) {
        ResponsesRelayItem item = responsesRelayStep.item();
        if (item == null) {
            end.beside(responsesRelayStep.seen());
            responsesItemRouter.speak(responsesRelayStep);
            items.write(responsesRelayStep.frame(), null);
            return;
        }
        switch (responsesRelayStep.seen().role()) {
            case ADDED -> {
                items.waits(item, responsesRelayStep.frame(), false);
                responsesItemRouter.speak(responsesRelayStep);
                if (item.kind() == Kind.FOREIGN) {
                    responsesItemRouter.interrupt(item);
                }
            }
            case GREW -> anewGrew(responsesRelayStep, item, isToldLater);
            case PART, DONE -> {
                responsesItemRouter.speak(responsesRelayStep);
                ending(responsesRelayStep, item);
            }
            case BESIDE, END -> {}
        }
    }

    private void anewGrew(ResponsesRelayStep responsesRelayStep, ResponsesRelayItem item, boolean isToldLater) {
        item.isTouched |= !responsesRelayStep.text().isEmpty();
        boolean isSilent = isToldLater
                || !responsesRelayStep.isUnheard() && !responsesRelayStep.text().isEmpty();
        if (responsesItemRouter.speak(responsesRelayStep)) {
            return;
        }
        switch (item.state) {
            case NEW -> {
                if (item.kind() == Kind.CALL || responsesRelayStep.text().isEmpty()) {
                    items.waits(item, responsesRelayStep.frame(), false);
                } else {
                    items.drop(responsesRelayStep.frame());
                }
            }
            case OPEN -> {
                if (item.kind() == Kind.CALL || item.kind() == Kind.FOREIGN || !isSilent && !item.texts.isRecut()) {
                    items.write(responsesRelayStep.frame(), item);
                    grew(responsesRelayStep, item);
                } else {
                    item.texts.recut();
                    items.write(responsesRelayStep.frame(), item, "");
                }
            }
            case SHUT, GONE -> items.drop(responsesRelayStep.frame());
        }
    }

    private void ending(ResponsesRelayStep responsesRelayStep, ResponsesRelayItem item) {
        ResponsesFrame responsesFrame = responsesRelayStep.seen();
        boolean isDone = responsesFrame.role() == ResponsesFrame.Role.DONE;
        item.isTouched |= !responsesRelayStep.passed().isEmpty() || !responsesRelayStep.isUnchanged();
        switch (item.state) {
            case NEW -> {
                if (item.isTouched && item.kind() != Kind.CALL) {
                    items.waitsForText(item, responsesRelayStep.frame(), responsesFrame);
                } else if (isDone && item.kind() == Kind.CALL) {
                    items.drop(responsesRelayStep.frame());
                    items.discard(item);
                } else if (isDone || item.kind() == Kind.FOREIGN) {
                    responsesItemRouter.interrupt(item);
                    items.repeat(item, responsesRelayStep.frame(), responsesFrame);
                } else {
                    items.waits(item, responsesRelayStep.frame(), false);
                    part(responsesFrame, item);
                }
            }
            case OPEN -> {
                part(responsesFrame, item);
                boolean isText = item.kind() == Kind.TEXT || item.kind() == Kind.REASONING;
                if (isText && responsesItemRouter.isSpeaking(item) && isWaiting(item, responsesFrame)) {
                    items.waitsForText(item, responsesRelayStep.frame(), responsesFrame);
                } else {
                    items.settle(item);
                    items.repeat(item, responsesRelayStep.frame(), responsesFrame);
                }
            }
            case SHUT, GONE -> items.drop(responsesRelayStep.frame());
        }
    }

    /// Whether the filters still hold text back that the frame repeats, or that a frame before it does.
    private static boolean isWaiting(ResponsesRelayItem item, ResponsesFrame responsesFrame) {
        boolean isDone = responsesFrame.role() == ResponsesFrame.Role.DONE;
        return responsesFrame.tellsWhole() && !item.texts.agrees(responsesFrame.body())
                || !item.endings.isEmpty() && !isDone;
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        items.into(out);
        boolean isSame = !tail.isEmpty() && finish.reason() == decoder.reason() && rest.isEmpty();
        if (isSame && !items.isAltered()) {
            items.fresh().forEach(items::open);
            tail.forEach(frame -> items.write(frame, null));
            return;
        }
        speak(rest);
        end.finish(responsesItemRouter, terminal, tail, finish.reason());
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        if (!rest.isEmpty()) {
            items.into(out);
            speak(rest);
        }
    }

    /// What stands in no frame.
    private void speak(List<StreamEvent> rest) {
        items.altered();
        responsesItemRouter.speak(new ResponsesRelayStep(
                new SseFrame(new byte[0], 0, 0, "", new byte[0], 0, 0), ResponsesFrame.NOTHING, null, false, rest));
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        items.into(out);
        end.fail(failure);
    }

    @Override
    public void fail(SseFrame error, FrameBuffer out) {
        items.into(out);
        end.fail(error, decoder.responsesFrame());
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(KEEP_ALIVE);
    }
}
