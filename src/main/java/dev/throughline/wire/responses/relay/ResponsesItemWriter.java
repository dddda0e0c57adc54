package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesItemText;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.answer.ResponsesTextBudget;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.responses.relay.ResponsesRelayStep.Passed;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes events that passed the filters: into the rest of an item of the backend if it is of their kind, else
/// into an item that is made here. One item grows at a time; it ends when events of another item follow.
final class ResponsesItemWriter {
    private final ResponsesRelayFrames frames;
    private final ResponsesClientItems items;
    private final ResponsesTextBudget budget;
    private @Nullable ResponsesRelayItem current;
    private String key = "tl";
    private int count;

    ResponsesItemWriter(ResponsesRelayFrames frames, ResponsesClientItems items, ResponsesTextBudget budget) {
        this.frames = frames;
        this.items = items;
        this.budget = budget;
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
    void write(List<Passed> events) {
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

    /// Another item of the backend begins. A call that is made here is not complete: its arguments follow.
    void pause() {
        if (!is(Kind.CALL)) {
            close(ResponsesItemStatus.COMPLETED);
        }
    }

    /// Writes the rest of an item of which the client received frames unchanged; it ends here if a call that is made
    /// here is not complete.
    void resume(ResponsesRelayItem item) {
        pause();
        item.state = State.WRITTEN;
        if (current == null) {
            current = item;
        } else {
            close(item, ResponsesItemStatus.COMPLETED);
        }
    }

    private boolean is(Kind kind) {
        return current != null && current.kind == kind;
    }

    /// @return the place of the last one of the adjacent deltas
    private int grow(Kind kind, List<Passed> events, int from) {
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

    private void grow(List<Passed> events, String text) {
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
            items.changed(kind).ifPresent(this::add);
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

    private void call(String id, String name) {
        close(ResponsesItemStatus.COMPLETED);
        if (!items.openCall(id)) {
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

    private ResponsesRelayItem add(ResponsesRelayItem item) {
        close(ResponsesItemStatus.COMPLETED);
        items.begin(item);
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

    /// Ends the item that grows.
    void close(ResponsesItemStatus status) {
        ResponsesRelayItem item = current;
        if (item != null) {
            current = null;
            close(item, status);
        }
    }

    /// Ends an item before the backend does.
    void close(ResponsesRelayItem item, ResponsesItemStatus status) {
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
        items.complete(item);
    }
}
