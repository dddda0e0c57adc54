package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.answer.ResponsesFrame.Role;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesItemText;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.answer.ResponsesTextBudget;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.responses.relay.ResponsesRelayStep.PassedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The items that the client receives, in its order. The frames of those that have only begun are withheld until
/// something of the item passes, since an item of which nothing passes is left out. Events that filters changed are
/// written into the rest of an item of the backend if it is of their kind, else into an item that is made here: one
/// at a time, until events of another item follow.
final class ResponsesClientItems {
    private final ResponsesRelayFrames frames;
    private final ResponsesTextBudget budget;
    private final List<ResponsesRelayItem> sent = new ArrayList<>();
    private final List<ResponsesRelayStep> withheld = new ArrayList<>();
    private final List<ResponsesRelayItem> changed = new ArrayList<>();
    /// The item that is written.
    private @Nullable ResponsesRelayItem current;

    private int lastIndex = -1;
    private long completeUnits;
    private String key = "tl";
    private int count;

    ResponsesClientItems(ResponsesRelayFrames frames, ResponsesTextBudget budget) {
        this.frames = frames;
        this.budget = budget;
    }

    List<ResponsesRelayItem> sent() {
        return sent;
    }

    /// UTF-16 code units in memory of complete items, without what they grew by.
    long completeUnits() {
        return completeUnits;
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

    /// Forwards the frame of an item, or notes what is needed of it to write the rest of the item.
    /// @param isSame whether the events that passed with it are unchanged
    void take(ResponsesRelayStep step, ResponsesRelayItem item, boolean isSame) {
        boolean mayForward = isSame || !item.isText();
        switch (item.state) {
            case WITHHELD -> {
                boolean isTextDone = item.isText() && step.seen().role() == Role.DONE;
                if (!mayForward) {
                    change(item);
                } else if (isSame && (item.hasContent || item.kind == Kind.FOREIGN || isTextDone)) {
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

    /// Only the beginning of an item is forwarded of which the client has received nothing yet.
    private void change(ResponsesRelayItem item) {
        item.state = State.CHANGED;
        item.isPartOpen = false;
        withheld.removeIf(step -> item.equals(step.item()) && step.seen().role() != Role.ADDED);
        changed.add(item);
    }

    /// Another item of the backend begins. A call that is made here is not complete: its arguments follow.
    private void pause() {
        if (!is(Kind.CALL)) {
            close(ResponsesItemStatus.COMPLETED);
        }
    }

    /// Writes the rest of an item of which the client received frames unchanged; it ends here if a call that is made
    /// here is not complete.
    private void resume(ResponsesRelayItem item) {
        pause();
        item.state = State.WRITTEN;
        if (current == null) {
            current = item;
        } else {
            close(item, ResponsesItemStatus.COMPLETED);
        }
    }

    /// Sends a frame of an item, and before it what was withheld: of this item, or all while nothing is changed.
    private void forward(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (!withheld.isEmpty()) {
            release(one -> !frames.isAltered() || item.equals(one.item()));
        }
        send(step, item);
    }

    private static long units(JsonNode json) {
        long units = json.isTextual() ? json.textValue().length() : 0;
        for (JsonNode child : json) {
            units += units(child);
        }
        return units;
    }

    /// Ends the answer: sends what is withheld if nothing was changed, and ends the items that the backend did not.
    /// @param status that of items that are not complete
    /// @param isBrokenOff whether the backend did not end the answer
    void end(ResponsesItemStatus status, boolean isBrokenOff) {
        close(status);
        if (!frames.isAltered()) {
            release(_ -> true);
        }
        if (isBrokenOff) {
            sent.stream()
                    .filter(item -> item.state == State.FORWARDED && item.isText() && !item.isDone)
                    .forEach(item -> close(item, status));
        }
    }

    private void release(Predicate<ResponsesRelayStep> which) {
        for (ResponsesRelayStep step : withheld.stream().filter(which).toList()) {
            ResponsesRelayItem item = step.item();
            if (item == null) {
                frames.forward(step.frame(), -1);
            } else {
                send(step, item);
            }
        }
        withheld.removeIf(which);
    }

    private void send(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (item.index < 0) {
            place(item);
            item.state = State.FORWARDED;
        }
        frames.forward(step.frame(), item.index);
        if (step.seen().role() == Role.DONE && !item.isDone) {
            item.forwardedEnd(step.seen().body().path("item"));
            completeUnits += units(item.json);
        }
    }

    /// Gives an item that the client receives now its index.
    private void place(ResponsesRelayItem item) {
        item.index = item.place < 0 || frames.isAltered() ? lastIndex + 1 : item.place;
        lastIndex = Math.max(lastIndex, item.index);
        sent.add(item);
    }

    /// Names the items that are made here.
    void named(String responseId) {
        key = key(responseId);
    }

    /// The part of the response's id that the ids of items made here contain.
    static String key(String responseId) {
        String bare = responseId.startsWith("resp_") ? responseId.substring(5) : responseId;
        return bare.isEmpty() ? "tl" : bare.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /// Adjacent deltas become one.
    void write(List<PassedEvent> events) {
        for (int i = 0; i < events.size(); i++) {
            switch (events.get(i).event()) {
                case StreamEvent.TextDelta _ -> i = grow(Kind.TEXT, events, i);
                case StreamEvent.ReasoningDelta _ -> i = grow(Kind.REASONING, events, i);
                case StreamEvent.ReasoningSignature(String signature) -> sign(signature);
                case StreamEvent.RedactedReasoning(String data) -> opaque(data);
                case StreamEvent.ToolCallStart(int _, String id, String name) -> call(id, name);
                case StreamEvent.ToolCallArgs _
                when is(Kind.CALL) ->
                    grow(events.subList(i, i + 1), events.get(i).text());
                case StreamEvent.ToolCallEnd _ when is(Kind.CALL) -> close(ResponsesItemStatus.COMPLETED);
                case StreamEvent.ToolCallArgs _,
                        StreamEvent.ToolCallEnd _,
                        StreamEvent.Start _,
                        StreamEvent.Usage _,
                        StreamEvent.Finish _,
                        StreamEvent.Failure _ -> {}
            }
        }
    }

    private boolean is(Kind kind) {
        return current != null && current.kind == kind;
    }

    /// @return the place of the last one of the adjacent deltas
    private int grow(Kind kind, List<PassedEvent> events, int from) {
        var text = new StringBuilder();
        int to = from;
        while (to < events.size()
                && events.get(to).event().getClass() == events.get(from).event().getClass()) {
            text.append(events.get(to++).text());
        }
        if (!text.isEmpty()) {
            if (!begins(kind, current != null && current.isDone)) {
                add(kind, ResponsesRelayItem.bare(kind, id(kind == Kind.TEXT ? "msg_" : "rs_")));
            }
            grow(events.subList(from, to), text.toString());
        }
        return to - 1;
    }

    private void grow(List<PassedEvent> events, String text) {
        ResponsesRelayItem item = Objects.requireNonNull(current);
        if (!item.isPartOpen) {
            String part = item.isSummary() ? "reasoning_summary_part" : "content_part";
            item.beginPart(part + ".done");
            frames.write(event(part + ".added", item).set("part", ResponsesPartTexts.part(item.json, item.field, "")));
        }
        events.forEach(item::grow);
        ObjectNode event = event(type(item) + ".delta", item).put("delta", text);
        if (item.kind == Kind.TEXT) {
            event.putArray("logprobs");
        }
        frames.write(event);
    }

    /// Begins the backend's latest changed item of a kind, unless one of this kind grows.
    /// @param isOver whether the one that grows is complete, if there is another
    /// @return whether an item of this kind grows now
    private boolean begins(Kind kind, boolean isOver) {
        if (isOver || !is(kind)) {
            changed.reversed().stream()
                    .filter(item -> item.kind == kind)
                    .findFirst()
                    .ifPresent(this::add);
        }
        return is(kind);
    }

    /// A proof of the backend's own item is also in the item as its end repeats it.
    private void sign(String signature) {
        if (signature.isEmpty()) {
            close(ResponsesItemStatus.COMPLETED);
        } else if (begins(Kind.REASONING, false)) {
            Objects.requireNonNull(current).sign(signature);
            close(ResponsesItemStatus.COMPLETED);
        } else {
            opaque(signature);
        }
    }

    private void opaque(String data) {
        ResponsesItemText nothing = ResponsesItemText.kept("");
        add(Kind.REASONING, new ResponsesOutputItem.Sealed(id("rs_"), 0, nothing, ResponsesItemText.kept(data)));
        close(ResponsesItemStatus.COMPLETED);
    }

    /// Sends the backend's call with this id, or begins one.
    private void call(String id, String name) {
        close(ResponsesItemStatus.COMPLETED);
        release(step -> step.item() != null && step.item().isCall(id));
        if (sent.stream().noneMatch(item -> item.isCall(id))) {
            ResponsesItemText nothing = ResponsesItemText.kept("");
            add(Kind.CALL, new ResponsesOutputItem.Call(id("fc_"), 0, nothing, id, name)).isPartOpen = true;
        }
    }

    private String id(String prefix) {
        return prefix + key + "_x" + count++;
    }

    private ResponsesRelayItem add(Kind kind, ResponsesOutputItem item) {
        return add(ResponsesRelayItem.made(kind, item, budget));
    }

    /// Sends the beginning of an item that is written from events.
    private ResponsesRelayItem add(ResponsesRelayItem item) {
        close(ResponsesItemStatus.COMPLETED);
        changed.remove(item);
        release(step -> item.equals(step.item()));
        if (item.index < 0) {
            place(item);
            frames.write(item.event("output_item.added"));
        }
        item.state = State.WRITTEN;
        current = item;
        return item;
    }

    /// An event of a part of an item, or of its arguments.
    private static ObjectNode event(String type, ResponsesRelayItem item) {
        ObjectNode event =
                ResponsesRelayFrames.event(type).put("item_id", item.id).put("output_index", item.index);
        return item.isText() ? event.put(item.field + "_index", item.part) : event;
    }

    private static String type(ResponsesRelayItem item) {
        return switch (item.kind) {
            case TEXT -> "output_text";
            case CALL, FOREIGN -> "function_call_arguments";
            case REASONING -> item.isSummary() ? "reasoning_summary_text" : "reasoning_text";
        };
    }

    private void close(ResponsesItemStatus status) {
        ResponsesRelayItem item = current;
        if (item != null) {
            current = null;
            close(item, status);
        }
    }

    /// Ends an item before the backend does.
    private void close(ResponsesRelayItem item, ResponsesItemStatus status) {
        item.state = State.WRITTEN;
        ObjectNode whole = item.whole(status);
        if (item.isPartOpen) {
            ObjectNode event = event(type(item) + ".done", item);
            if (item.kind == Kind.CALL) {
                event.put("name", whole.path("name").asText(""));
            }
            event.putPOJO(item.kind == Kind.CALL ? "arguments" : "text", item.text());
            if (item.kind == Kind.TEXT) {
                event.putArray("logprobs");
            }
            frames.write(event);
        }
        if (item.isPartOpen && !item.partEnd.isEmpty()) {
            frames.write(event(item.partEnd, item).set("part", item.partWithText()));
        }
        frames.write(item.event("output_item.done"));
        item.state = State.CLOSED;
        completeUnits += units(item.json);
    }
}
