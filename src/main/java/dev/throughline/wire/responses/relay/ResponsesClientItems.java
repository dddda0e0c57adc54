package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.TextLimit;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesFrame.Role;
import dev.throughline.wire.responses.answer.ResponsesItemFrames;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesOutput;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesTextBudget;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.responses.relay.ResponsesRelayStep.PassedEvent;
import dev.throughline.wire.sse.RecordedText.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The items that the client receives, in its order. The frames of those that have only begun are withheld until
/// something of the item passes, since an item of which nothing passes is left out. Events that filters changed are
/// written as those of any answer, but into the rest of an item of the backend if it is of their kind.
final class ResponsesClientItems implements ResponsesOutput.Watcher {
    private final ResponsesRelayFrames frames;
    private final ResponsesTextBudget budget;
    private final ResponsesItemFrames written;
    private final ResponsesOutput output;
    private final List<ResponsesRelayStep> withheld = new ArrayList<>();
    private final List<ResponsesRelayItem> changed = new ArrayList<>();
    /// What the open item grew by in adjacent events, written at once.
    private final StringBuilder grown = new StringBuilder();

    private long completeUnits;
    private long place;

    ResponsesClientItems(ResponsesRelayFrames frames, TextLimit limit) {
        this.frames = frames;
        this.budget = new ResponsesTextBudget(new TextLimit(limit.most(), () -> place));
        this.written = new ResponsesItemFrames(frames.written());
        this.output = new ResponsesOutput("tl_x", ClientTools.NONE, budget, this);
    }

    ResponsesOutput output() {
        return output;
    }

    /// The item that begins with this frame.
    ResponsesRelayItem begin(ResponsesFrame first) {
        return new ResponsesRelayItem(first, budget);
    }

    /// UTF-16 code units in memory.
    long heldUnits() {
        return budget.kept() + completeUnits;
    }

    /// Something is changed from here on: only items have to wait.
    void alter() {
        if (!frames.isAltered()) {
            frames.alter();
            release(step -> step.item() == null);
        }
    }

    /// Forwards a frame that belongs to no item, behind what was withheld before.
    void beside(ResponsesRelayStep step) {
        if (frames.isAltered() || withheld.isEmpty()) {
            frames.forward(step.frame(), -1);
        } else {
            withheld.add(step);
        }
    }

    /// An event of which the client receives the frame.
    void grow(ResponsesRelayItem item, PassedEvent event) {
        place = event.place();
        item.append(event.text());
    }

    /// Forwards the frame of an item, or notes what is needed of it to write the rest of the item.
    /// @param isSame whether the events that passed with it are unchanged
    void take(ResponsesRelayStep step, ResponsesRelayItem item, boolean isSame) {
        boolean mayForward = isSame || !item.isText();
        switch (item.state) {
            case WITHHELD -> {
                boolean isTextDone = item.isText() && step.seen().role() == Role.DONE;
                if (!mayForward) {
                    item.change();
                    withheld.removeIf(
                            one -> item.equals(one.item()) && one.seen().role() != Role.ADDED);
                    changed.add(item);
                } else if (isSame && (item.hasContent || item.kind.isEmpty() || isTextDone)) {
                    pause();
                    forward(step, item);
                } else {
                    withheld.add(step);
                }
            }
            case FORWARDED -> {
                if (mayForward) {
                    forward(step, item);
                } else if (!item.isDone) {
                    resume(item);
                }
            }
            case CHANGED, WRITTEN, CLOSED -> {}
        }
        if (item.state == State.CHANGED || item.state == State.WRITTEN) {
            item.repeat(step.seen());
        }
    }

    /// Another item of the backend begins. A call that is made here is not complete: its arguments follow.
    private void pause() {
        if (!output.grows(Kind.ARGUMENTS)) {
            output.close(ResponsesItemStatus.COMPLETED);
        }
    }

    /// Writes the rest of an item of which the client received frames; it ends here if a call that is made here is not
    /// complete.
    private void resume(ResponsesRelayItem item) {
        pause();
        item.state = State.WRITTEN;
        if (output.grows(Kind.ARGUMENTS)) {
            closed(item, ResponsesItemStatus.COMPLETED);
        } else {
            output.resume(item);
        }
    }

    /// Sends a frame of an item, and before it what was withheld: of this item, or all while nothing is changed.
    private void forward(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (!withheld.isEmpty()) {
            release(one -> !frames.isAltered() || item.equals(one.item()));
        }
        send(step, item);
    }

    private void release(Predicate<ResponsesRelayStep> which) {
        for (ResponsesRelayStep step : withheld.stream().filter(which).toList()) {
            if (step.item() == null) {
                frames.forward(step.frame(), -1);
            } else {
                send(step, step.item());
            }
        }
        withheld.removeIf(which);
    }

    private void send(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (item.index < 0) {
            add(item);
            item.state = State.FORWARDED;
        }
        frames.forward(step.frame(), item.index);
        if (step.seen().role() == Role.DONE && !item.isDone) {
            item.forwardedEnd(step.seen().body().path("item"));
            completeUnits += item.units();
        }
    }

    private void add(ResponsesRelayItem item) {
        item.index = item.place < 0 || frames.isAltered() ? output.next() : item.place;
        output.add(item);
    }

    /// Writes events; adjacent deltas of a text become one.
    void write(List<PassedEvent> events) {
        Class<?> last = StreamEvent.class;
        for (PassedEvent passed : events) {
            if (passed.event().getClass() != last) {
                flush();
            }
            last = passed.event().getClass();
            place = passed.place();
            if (begin(passed.event())) {
                output.on(passed.event());
            }
        }
        flush();
    }

    private void flush() {
        if (!grown.isEmpty()) {
            ResponsesOutputItem item = output.open().orElseThrow();
            if (item instanceof ResponsesRelayItem received) {
                written.grows(item, received.isPartNew);
                received.isPartNew = false;
            }
            written.grew(item, grown.toString());
            grown.setLength(0);
        }
    }

    /// Begins the item of the backend to which an event belongs.
    /// @return whether the event is to be written
    private boolean begin(StreamEvent event) {
        switch (event) {
            case StreamEvent.TextDelta(String text) when !text.isEmpty() -> begin(Kind.TEXT, grown.isEmpty());
            case StreamEvent.ReasoningDelta(String text) when !text.isEmpty() -> begin(Kind.REASONING, grown.isEmpty());
            case StreamEvent.TextDelta _, StreamEvent.ReasoningDelta _ -> {
                return false;
            }
            case StreamEvent.ReasoningSignature(String proof) when !proof.isEmpty() -> begin(Kind.REASONING, false);
            case StreamEvent.ToolCallStart(int _, String id, String _) -> {
                output.close(ResponsesItemStatus.COMPLETED);
                release(step -> step.item() != null && step.item().isCall(id));
                return output.items().stream().noneMatch(item -> isCall(item, id));
            }
            case StreamEvent _ -> {}
        }
        return true;
    }

    private static boolean isCall(ResponsesOutputItem item, String id) {
        return item instanceof ResponsesRelayItem relayed && relayed.isCall(id)
                || item instanceof ResponsesOutputItem.Call call
                        && call.callId().equals(id);
    }

    /// Begins the backend's latest changed item of a kind, unless one of this kind grows.
    /// @param isNext whether another may begin if the one that grows is complete
    private void begin(Kind kind, boolean isNext) {
        boolean isOver = isNext && output.open().orElse(null) instanceof ResponsesRelayItem item && item.isDone;
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
        item.state = State.WRITTEN;
        output.resume(item);
    }

    @Override
    public void opened(ResponsesOutputItem item) {
        written.opened(item);
    }

    @Override
    public void grew(ResponsesOutputItem item, String more) {
        if (item instanceof ResponsesOutputItem.Call) {
            written.grew(item, more);
        } else {
            grown.append(more);
        }
    }

    @Override
    public void closed(ResponsesOutputItem item, ResponsesItemStatus status) {
        written.closed(item, status);
        if (item instanceof ResponsesRelayItem received) {
            received.state = State.CLOSED;
            completeUnits += received.units();
        }
    }

    /// Ends the answer: sends what is withheld if nothing was changed, and ends the items that the backend did not.
    /// @param status that of items that are not complete
    /// @param isBrokenOff whether the backend did not end the answer
    void end(ResponsesItemStatus status, boolean isBrokenOff) {
        output.close(status);
        if (!frames.isAltered()) {
            release(_ -> true);
        }
        for (ResponsesOutputItem item : isBrokenOff ? output.items() : List.<ResponsesOutputItem>of()) {
            if (item instanceof ResponsesRelayItem relayed && relayed.isUnfinished()) {
                closed(item, status);
            }
        }
    }
}
