package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.responses.ResponsesFrame.Role;
import dev.throughline.wire.responses.ResponsesItemText.Kind;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The items that the client receives, in its order. The frames of those that have only begun are withheld until
/// something of the item passes, since an item of which nothing passes is left out. Events that filters changed are
/// written as those of any answer, but into the rest of an item of the backend if it is of their kind.
final class ResponsesClientItems implements ResponsesOutput.Watcher {
    private final ResponsesRelayFrames frames;
    private final ResponsesItemFrames written;
    private final ResponsesOutput output;
    private final Map<ResponsesItemReader, ResponsesRelayItem> known = new IdentityHashMap<>();
    /// By the ids of their calls.
    private final Map<String, ResponsesRelayItem> calls = new HashMap<>();
    /// Items that were changed before the client received anything of them.
    private final List<ResponsesRelayItem> changed = new ArrayList<>();

    private final List<Step> withheld = new ArrayList<>();
    /// The open item's growth in adjacent events, written at once.
    private final StringBuilder grown = new StringBuilder();

    /// A frame of the backend.
    ///
    /// @param item the item to which it belongs; absent for none
    record Step(
            SseFrame frame, ResponsesFrame seen, @Nullable ResponsesRelayItem item) {
        private boolean isDue() {
            return item != null && item.isDue(seen);
        }

        private boolean isBeside() {
            return item == null;
        }

        private boolean isBegun() {
            return item == null || item.index >= 0;
        }

        private boolean isAbsorbed() {
            return item != null && item.absorbs(seen);
        }
    }

    /// An event that passed the filters.
    ///
    /// @param source the item of the backend whose event it is; absent if it was changed, and for none
    record PassedEvent(StreamEvent event, @Nullable ResponsesRelayItem source) {}

    ResponsesClientItems(ResponsesRelayFrames frames) {
        this.frames = frames;
        this.written = new ResponsesItemFrames(frames.written());
        this.output = new ResponsesOutput("tl_x", ClientTools.NONE, this);
    }

    ResponsesOutput output() {
        return output;
    }

    /// The item to which a frame belongs.
    @Nullable
    ResponsesRelayItem of(ResponsesFrame seen) {
        if (seen.role() == Role.BESIDE || seen.role() == Role.END) {
            return null;
        }
        ResponsesRelayItem item = known.computeIfAbsent(seen.item(), _ -> new ResponsesRelayItem(seen));
        if (seen.body().path("item") instanceof ObjectNode whole) {
            calls.put(whole.path("call_id").asText(seen.itemId()), item);
        }
        item.locate(seen);
        return item;
    }

    /// The item that was decoded here.
    @Nullable
    ResponsesRelayItem of(ResponsesItemReader source) {
        return known.get(source);
    }

    /// Something is changed from here on: only items have to wait.
    void alter() {
        if (!frames.isAltered()) {
            frames.alter();
            release(Step::isBeside);
        }
    }

    /// Takes frames and the events that passed with them.
    /// @param isSame whether these are the events of the frames
    void take(List<Step> steps, List<PassedEvent> events, boolean isSame) {
        if (!isSame) {
            alter();
        }
        steps.forEach(step -> note(step, isSame));
        List<PassedEvent> rest = new ArrayList<>();
        for (PassedEvent event : events) {
            if (isSame && event.source() != null && !event.source().isWritten) {
                event.source().forwarded(event.event());
            } else if (frames.isAltered()) {
                rest.add(event);
            }
        }
        send(steps.stream().filter(step -> !step.isAbsorbed()).toList());
        rest.forEach(this::write);
        output.open().ifPresent(this::flush);
    }

    /// Sends what need not wait: one by one once something is changed, else all as soon as one of them need not.
    private void send(List<Step> steps) {
        boolean isDue = false;
        for (Step step : steps) {
            if (frames.isAltered() && !isDue && step.isBegun()) {
                send(step);
            } else {
                withheld.add(step);
                isDue |= step.isDue();
            }
        }
        boolean isAll = !frames.isAltered() && (isDue || withheld.stream().allMatch(Step::isBeside));
        if (isDue || isAll) {
            release(step -> isAll || step.isBeside() || step.isDue());
        }
    }

    private void note(Step step, boolean isSame) {
        ResponsesRelayItem item = step.item();
        if (item != null) {
            if (!isSame && item.isText() && !item.isWritten && !item.isOver) {
                change(item);
            }
            item.repeat(step.seen());
        }
    }

    /// Writes the rest of an item; it ends here if a call that is made here is not complete.
    private void change(ResponsesRelayItem item) {
        item.change();
        if (item.index < 0) {
            withheld.removeIf(step -> item.equals(step.item()) && step.isAbsorbed());
            changed.add(item);
            return;
        }
        pause();
        if (output.grows(Kind.ARGUMENTS)) {
            closed(item, ResponsesItemStatus.COMPLETED);
        } else {
            output.resume(item);
        }
    }

    /// Another item of the backend begins. A call that is made here is not complete: its arguments follow.
    private void pause() {
        if (!output.grows(Kind.ARGUMENTS)) {
            output.close(ResponsesItemStatus.COMPLETED);
        }
    }

    private void release(Predicate<Step> which) {
        List<Step> due = withheld.stream().filter(which).toList();
        withheld.removeIf(which);
        due.forEach(this::send);
    }

    private void send(Step step) {
        ResponsesRelayItem item = step.item();
        if (item == null) {
            frames.forward(step.frame(), -1);
            return;
        }
        if (item.index < 0) {
            pause();
            add(item);
        }
        frames.forward(step.frame(), item.index);
        if (step.seen().role() == Role.DONE && !item.isOver) {
            item.end(step.seen().body().path("item"));
        }
    }

    private void add(ResponsesRelayItem item) {
        item.index = item.place < 0 || frames.isAltered() ? output.next() : item.place;
        output.add(item);
    }

    /// Writes an event; adjacent deltas of a text become one.
    private void write(PassedEvent passed) {
        switch (passed.event()) {
            case StreamEvent.TextDelta(String text) when !text.isEmpty() -> begin(Kind.TEXT, grown.isEmpty());
            case StreamEvent.ReasoningDelta(String text) when !text.isEmpty() -> begin(Kind.REASONING, grown.isEmpty());
            case StreamEvent.ReasoningSignature(String proof) when !proof.isEmpty() -> begin(Kind.REASONING, false);
            case StreamEvent.TextDelta _, StreamEvent.ReasoningDelta _ -> {
                return;
            }
            case StreamEvent.ToolCallStart(int _, String id, String _)
            when calls.containsKey(id) -> {
                output.close(ResponsesItemStatus.COMPLETED);
                ResponsesRelayItem call = calls.get(id);
                release(step -> call.equals(step.item()));
                return;
            }
            case StreamEvent _ -> {}
        }
        output.on(passed.event());
    }

    /// Begins the backend's latest changed item of a kind, unless one of this kind grows.
    /// @param isNext whether another may begin if the one that grows is complete
    private void begin(Kind kind, boolean isNext) {
        boolean isOver = isNext && output.open().orElse(null) instanceof ResponsesRelayItem open && open.isDone;
        if (isOver || !output.grows(kind)) {
            changed.reversed().stream()
                    .filter(item -> item.is(kind))
                    .findFirst()
                    .ifPresent(this::begin);
        }
    }

    private void begin(ResponsesRelayItem item) {
        output.close(ResponsesItemStatus.COMPLETED);
        changed.remove(item);
        release(step -> item.equals(step.item()));
        if (item.index < 0) {
            add(item);
            written.opened(item);
        }
        output.resume(item);
    }

    @Override
    public void opened(ResponsesOutputItem item) {
        written.opened(item);
    }

    @Override
    public void grew(ResponsesOutputItem item, String more) {
        grown.append(more);
    }

    @Override
    public void closed(ResponsesOutputItem item, ResponsesItemStatus status) {
        flush(item);
        written.closed(item, status);
        if (item instanceof ResponsesRelayItem received) {
            received.isWritten = true;
            received.end();
        }
    }

    /// Writes what an item grew by.
    private void flush(ResponsesOutputItem item) {
        if (!grown.isEmpty()) {
            if (item instanceof ResponsesRelayItem received) {
                written.grows(item, received.isPartNew);
                received.isPartNew = false;
            }
            written.grew(item, grown.toString());
            grown.setLength(0);
        }
    }

    /// Ends the answer: sends what is withheld if nothing was changed, and ends the items that the backend did not.
    /// @param isBrokenOff whether the backend did not end the answer
    void end(Finish finish, boolean isBrokenOff) {
        output.on(finish);
        release(_ -> !frames.isAltered());
        for (ResponsesOutputItem item : isBrokenOff ? output.items() : List.<ResponsesOutputItem>of()) {
            if (item instanceof ResponsesRelayItem relayed && relayed.isText() && !relayed.isOver) {
                closed(item, ResponsesOutput.lastStatus(finish.reason()));
            }
        }
    }
}
