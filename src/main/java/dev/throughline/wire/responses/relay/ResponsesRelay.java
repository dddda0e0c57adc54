package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.responses.answer.EventFrames;
import dev.throughline.wire.responses.answer.ReadItem;
import dev.throughline.wire.responses.answer.ResponsesStreamDecoder;
import dev.throughline.wire.responses.answer.Seen;
import dev.throughline.wire.responses.relay.RelayedItem.Kind;
import dev.throughline.wire.responses.relay.RelayedItem.State;
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
    private static final byte[] KEEP_ALIVE = EventFrames.ascii(": keep-alive\n\n");

    private final ResponsesStreamDecoder decoder = new ResponsesStreamDecoder();
    private final ClientItems items = new ClientItems();
    private final Voices voices = new Voices(items);
    private final RelayedEnd end = new RelayedEnd(items);
    private final Map<ReadItem, RelayedItem> known = new IdentityHashMap<>();
    private final List<SseFrame> tail = new ArrayList<>();
    /// Frames of which the events are still to come.
    private final List<Step> pending = new ArrayList<>();

    private Seen terminal = Seen.NOTHING;

    @Override
    public StreamDecoder decoder() {
        return decoder;
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out) {
        items.into(out);
        Seen seen = decoder.seen();
        var step = new Step(frame, seen, item(seen), isUnchanged, passed);
        if (decoder.isHolding()) {
            pending.add(new Step(frame, seen, step.item(), isUnchanged, List.copyOf(passed)));
        } else if (pending.isEmpty()) {
            take(step, false);
        } else {
            release(step);
        }
    }

    /// What was held back is told now, all of it in the last frame.
    private void release(Step last) {
        List<Step> steps = new ArrayList<>(pending);
        pending.clear();
        if (!last.isUnchanged() || !steps.stream().allMatch(Step::isUnchanged)) {
            items.altered();
        }
        steps.forEach(step -> take(step, step.isUnheard()));
        take(last, false);
    }

    /// @param isToldLater whether the frame's text is in the events of a later one
    private void take(Step step, boolean isToldLater) {
        if (!step.isUnchanged()) {
            items.altered();
        }
        if (step.seen().role() == Seen.Role.END) {
            end(step);
        } else if (items.isAltered()) {
            anew(step, isToldLater);
        } else {
            asItCame(step);
        }
    }

    private void end(Step step) {
        if (items.isAltered()) {
            voices.speak(step);
        }
        terminal = tail.isEmpty() ? step.seen() : terminal;
        tail.add(step.frame());
    }

    private @Nullable RelayedItem item(Seen seen) {
        return switch (seen.role()) {
            case BESIDE, END -> null;
            case ADDED, GREW, PART, DONE ->
                known.computeIfAbsent(seen.item(), _ -> {
                    RelayedItem item = RelayedItem.of(seen);
                    items.begun(item);
                    return item;
                });
        };
    }

    private void asItCame(Step step) {
        RelayedItem item = step.item();
        if (item == null) {
            end.beside(step.seen());
            List<RelayedItem> fresh = items.fresh();
            if (fresh.isEmpty()) {
                items.write(step.frame(), null);
            } else {
                items.waits(fresh.getLast(), step.frame(), true);
            }
        } else if (item.state == State.NEW && !isHeard(step, item)) {
            items.waits(item, step.frame(), false);
            part(step.seen(), item);
        } else {
            forward(step, item);
        }
    }

    private static boolean isHeard(Step step, RelayedItem item) {
        return switch (step.seen().role()) {
            case ADDED ->
                item.kind() == Kind.FOREIGN || step.passed().stream().anyMatch(ToolCallStart.class::isInstance);
            case GREW -> item.kind() != Kind.CALL && !step.text().isEmpty();
            case PART -> item.kind() == Kind.FOREIGN || !step.passed().isEmpty();
            case DONE -> true;
            case BESIDE, END -> false;
        };
    }

    private void forward(Step step, RelayedItem item) {
        items.fresh().forEach(items::open);
        voices.heard(item);
        items.write(step.frame(), item);
        Seen seen = step.seen();
        switch (seen.role()) {
            case GREW -> grew(step, item);
            case PART -> part(seen, item);
            case DONE -> items.over(item, seen.body().path("item"), false);
            case BESIDE, ADDED, END -> {}
        }
    }

    private static void grew(Step step, RelayedItem item) {
        if (item.kind() != Kind.CALL) {
            step.seen().delta().ifPresent(delta -> item.grew(delta.kind(), delta.partIndex(), delta.text()));
        }
    }

    private static void part(Seen seen, RelayedItem item) {
        if (seen.role() == Seen.Role.PART && !seen.tellsWhole()) {
            item.partAdded(seen);
        }
    }

    private void anew(Step step, boolean isToldLater) {
        RelayedItem item = step.item();
        if (item == null) {
            end.beside(step.seen());
            voices.speak(step);
            items.write(step.frame(), null);
            return;
        }
        switch (step.seen().role()) {
            case ADDED -> {
                items.waits(item, step.frame(), false);
                voices.speak(step);
                if (item.kind() == Kind.FOREIGN) {
                    voices.interrupt(item);
                }
            }
            case GREW -> anewGrew(step, item, isToldLater);
            case PART, DONE -> {
                voices.speak(step);
                ending(step, item);
            }
            case BESIDE, END -> {}
        }
    }

    private void anewGrew(Step step, RelayedItem item, boolean isToldLater) {
        item.isTouched |= !step.text().isEmpty();
        boolean isSilent = isToldLater || !step.isUnheard() && !step.text().isEmpty();
        if (voices.speak(step)) {
            return;
        }
        switch (item.state) {
            case NEW -> {
                if (item.kind() == Kind.CALL || step.text().isEmpty()) {
                    items.waits(item, step.frame(), false);
                } else {
                    items.drop(step.frame());
                }
            }
            case OPEN -> {
                if (item.kind() == Kind.CALL || item.kind() == Kind.FOREIGN || !isSilent && !item.texts.isRecut()) {
                    items.write(step.frame(), item);
                    grew(step, item);
                } else {
                    item.texts.recut();
                    items.write(step.frame(), item, "");
                }
            }
            case SHUT, GONE -> items.drop(step.frame());
        }
    }

    private void ending(Step step, RelayedItem item) {
        Seen seen = step.seen();
        boolean isDone = seen.role() == Seen.Role.DONE;
        item.isTouched |= !step.passed().isEmpty() || !step.isUnchanged();
        switch (item.state) {
            case NEW -> {
                if (item.isTouched && item.kind() != Kind.CALL) {
                    items.waitsForText(item, step.frame(), seen);
                } else if (isDone && item.kind() == Kind.CALL) {
                    items.drop(step.frame());
                    items.discard(item);
                } else if (isDone || item.kind() == Kind.FOREIGN) {
                    voices.interrupt(item);
                    items.repeat(item, step.frame(), seen);
                } else {
                    items.waits(item, step.frame(), false);
                    part(seen, item);
                }
            }
            case OPEN -> {
                part(seen, item);
                boolean isText = item.kind() == Kind.TEXT || item.kind() == Kind.REASONING;
                if (isText && voices.isSpeaking(item) && isWaiting(item, seen)) {
                    items.waitsForText(item, step.frame(), seen);
                } else {
                    items.settle(item);
                    items.repeat(item, step.frame(), seen);
                }
            }
            case SHUT, GONE -> items.drop(step.frame());
        }
    }

    /// Whether the filters still hold text back that the frame repeats, or that a frame before it does.
    private static boolean isWaiting(RelayedItem item, Seen seen) {
        boolean isDone = seen.role() == Seen.Role.DONE;
        return seen.tellsWhole() && !item.texts.agrees(seen.body()) || !item.endings.isEmpty() && !isDone;
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
        end.finish(voices, terminal, tail, finish.reason());
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
        voices.speak(new Step(new SseFrame(new byte[0], 0, 0, "", new byte[0], 0, 0), Seen.NOTHING, null, false, rest));
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        items.into(out);
        end.fail(failure);
    }

    @Override
    public void fail(SseFrame error, FrameBuffer out) {
        items.into(out);
        end.fail(error, decoder.seen());
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(KEEP_ALIVE);
    }
}
