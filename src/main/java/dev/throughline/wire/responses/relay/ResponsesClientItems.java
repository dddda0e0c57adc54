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
import dev.throughline.wire.responses.relay.ResponsesRelayStep.PassedEvent;
import dev.throughline.wire.sse.RecordedText.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    /// Items of which the client has received nothing and will receive what is written.
    private final List<ResponsesRelayItem> changed = new ArrayList<>();
    /// Those of the backend, by the ids in their events.
    private final Map<String, ResponsesRelayItem> calls = new HashMap<>();
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

    /// The backend began a call.
    void call(String id, ResponsesRelayItem item) {
        calls.put(id, item);
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

    /// Takes frames and the events that passed with them.
    /// @param isSame whether these are the events of the frames
    void take(List<ResponsesRelayStep> steps, boolean isSame, List<PassedEvent> events) {
        for (ResponsesRelayStep step : steps) {
            ResponsesRelayItem item = step.item();
            if (item != null && !item.isWritten) {
                item.note(step.seen());
            }
        }
        for (ResponsesRelayStep step : steps) {
            ResponsesRelayItem item = step.item();
            if (item != null) {
                if (!isSame && item.isText() && !item.isWritten && !item.isOver) {
                    change(item);
                }
                if (item.isWritten) {
                    item.note(step.seen());
                }
            }
        }
        withheld.addAll(steps);
        withheld.removeIf(step -> step.item() != null && step.item().absorbs(step.seen()));
        List<PassedEvent> rest = new ArrayList<>();
        for (PassedEvent event : events) {
            ResponsesRelayItem source = event.source();
            if (isSame && source != null && !source.isWritten) {
                place = event.place();
                source.hasContent = true;
                source.append(text(event.event()));
            } else if (frames.isAltered()) {
                rest.add(event);
            }
        }
        release(steps);
        rest.forEach(this::write);
        output.open().ifPresent(this::flush);
    }

    private static String text(StreamEvent event) {
        return switch (event) {
            case StreamEvent.TextDelta(String text) -> text;
            case StreamEvent.ReasoningDelta(String text) -> text;
            case StreamEvent.ToolCallArgs(int _, String fragment) -> fragment;
            case StreamEvent _ -> "";
        };
    }

    /// Writes the rest of an item; it ends here if a call that is made here is not complete.
    private void change(ResponsesRelayItem item) {
        item.change();
        if (item.index < 0) {
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

    private void release(List<ResponsesRelayStep> latest) {
        if (frames.isAltered()) {
            release(step -> step.item() == null || step.item().isDue(step.seen()));
        } else if (latest.stream()
                        .anyMatch(step -> step.item() != null && step.item().isDue(step.seen()))
                || withheld.stream().allMatch(step -> step.item() == null)) {
            release(_ -> true);
        }
    }

    private void release(Predicate<ResponsesRelayStep> which) {
        List<ResponsesRelayStep> due = withheld.stream().filter(which).toList();
        withheld.removeIf(which);
        due.forEach(this::send);
    }

    private void send(ResponsesRelayStep step) {
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
            item.done(step.seen().body().path("item"));
            completeUnits += item.end();
        }
    }

    private void add(ResponsesRelayItem item) {
        item.index = item.place < 0 || frames.isAltered() ? output.next() : item.place;
        output.add(item);
    }

    /// Writes an event; adjacent deltas of a text become one.
    void write(PassedEvent passed) {
        place = passed.place();
        switch (passed.event()) {
            case StreamEvent.TextDelta(String text) when text.isEmpty() -> {}
            case StreamEvent.ReasoningDelta(String text) when text.isEmpty() -> {}
            case StreamEvent.ToolCallStart(int _, String id, String _)
            when calls.containsKey(id) -> {
                output.close(ResponsesItemStatus.COMPLETED);
                ResponsesRelayItem call = calls.get(id);
                release(step -> call.equals(step.item()));
            }
            case StreamEvent event -> {
                switch (event) {
                    case StreamEvent.TextDelta _ -> begin(Kind.TEXT, grown.isEmpty());
                    case StreamEvent.ReasoningDelta _ -> begin(Kind.REASONING, grown.isEmpty());
                    case StreamEvent.ReasoningSignature(String proof)
                    when !proof.isEmpty() -> begin(Kind.REASONING, false);
                    case StreamEvent _ -> {}
                }
                output.on(event);
            }
        }
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

    @Override
    public void closed(ResponsesOutputItem item, ResponsesItemStatus status) {
        flush(item);
        written.closed(item, status);
        if (item instanceof ResponsesRelayItem received) {
            received.isWritten = true;
            completeUnits += received.end();
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
            if (item instanceof ResponsesRelayItem relayed && relayed.isText() && !relayed.isOver) {
                closed(item, status);
            }
        }
    }
}
