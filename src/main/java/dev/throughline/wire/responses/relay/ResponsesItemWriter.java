package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.answer.ResponsesEventFrames;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesItemText;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.answer.ResponsesTextBudget;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.responses.relay.ResponsesRelayStep.Passed;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes events that passed the filters: into the rest of an item of the backend if it is of their kind, else
/// into an item that is made here. One item grows at a time; it ends when events of another item follow.
final class ResponsesItemWriter {
    private final ResponsesRelayFrames frames;
    private final ResponsesClientItems items;
    private final ResponsesTextBudget budget;
    private @Nullable ResponsesRelayItem current;
    /// What its deltas have before the number, between number and text, and behind the text.
    private byte[] head = {};

    private byte[] place = {};
    private byte[] tail = {};
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
            Passed passed = events.get(i);
            switch (passed.event()) {
                case StreamEvent.TextDelta _ -> i = grow(Kind.TEXT, events, i);
                case StreamEvent.ReasoningDelta _ -> i = grow(Kind.REASONING, events, i);
                case StreamEvent.ReasoningSignature(String signature) -> sign(signature);
                case StreamEvent.RedactedReasoning(String data) -> opaque(data);
                case StreamEvent.ToolCallStart(int _, String id, String name) -> call(id, name);
                case StreamEvent.ToolCallArgs _ -> {
                    if (current != null && current.kind == Kind.CALL) {
                        grow(current, List.of(passed), passed.text());
                    }
                }
                case StreamEvent.ToolCallEnd _ -> {
                    if (current != null && current.kind == Kind.CALL) {
                        close(ResponsesItemStatus.COMPLETED);
                    }
                }
                case StreamEvent.Start _, StreamEvent.Usage _, StreamEvent.Finish _, StreamEvent.Failure _ -> {}
            }
        }
    }

    /// Writes the rest of an item of which the client received frames unchanged; it ends here if a call that is made
    /// here is not complete, since its arguments follow.
    void resume(ResponsesRelayItem item) {
        if (current != null && current.kind == Kind.CALL) {
            close(item, ResponsesItemStatus.COMPLETED);
            return;
        }
        close(ResponsesItemStatus.COMPLETED);
        item.state = State.WRITTEN;
        grows(item);
    }

    /// Another item of the backend begins. A call that is made here is not complete: its arguments follow.
    void pause() {
        if (current != null && current.kind != Kind.CALL) {
            close(ResponsesItemStatus.COMPLETED);
        }
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
            grow(growing(kind), events.subList(from, to), text.toString());
        }
        return to - 1;
    }

    private void grow(ResponsesRelayItem item, List<Passed> events, String text) {
        if (!item.isPartOpen) {
            beginPart(item);
        }
        events.forEach(item::grow);
        frames.delta(head, place, text, tail);
    }

    /// The item that events of a kind grow.
    private ResponsesRelayItem growing(Kind kind) {
        ResponsesRelayItem item = current != null && current.kind == kind ? current : null;
        if (item == null || item.isDone) {
            Optional<ResponsesRelayItem> own = items.changed(kind);
            if (own.isPresent()) {
                return add(own.get());
            }
        }
        return item == null ? add(made(kind)) : item;
    }

    /// A proof of the backend's own item is also in the item as its end repeats it.
    private void sign(String signature) {
        if (!signature.isEmpty() && (current == null || current.kind != Kind.REASONING)) {
            Optional<ResponsesRelayItem> own = items.changed(Kind.REASONING);
            if (own.isEmpty()) {
                opaque(signature);
                return;
            }
            add(own.get());
        }
        if (current != null && !signature.isEmpty()) {
            current.sign(signature);
        }
        close(ResponsesItemStatus.COMPLETED);
    }

    private void opaque(String data) {
        ResponsesItemText nothing = ResponsesItemText.kept("");
        String id = id("rs_");
        add(Kind.REASONING, new ResponsesOutputItem.Sealed(id, 0, nothing, ResponsesItemText.kept(data)));
        close(ResponsesItemStatus.COMPLETED);
    }

    private void call(String id, String name) {
        close(ResponsesItemStatus.COMPLETED);
        if (!items.openCall(id)) {
            ResponsesItemText nothing = ResponsesItemText.kept("");
            add(Kind.CALL, new ResponsesOutputItem.Call(id("fc_"), 0, nothing, id, name)).isPartOpen = true;
        }
    }

    private ResponsesRelayItem made(Kind kind) {
        String id = id(kind == Kind.TEXT ? "msg_" : "rs_");
        return ResponsesRelayItem.made(kind, ResponsesRelayItem.bare(kind, id), budget);
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
        return grows(item);
    }

    private ResponsesRelayItem grows(ResponsesRelayItem item) {
        current = item;
        head = ResponsesEventFrames.deltaHead(type(item) + ".delta");
        place = place(item, new FrameBuffer()).raw(",\"delta\":").take();
        tail = (item.kind == Kind.TEXT ? ",\"logprobs\":[]}\n\n" : "}\n\n").getBytes(StandardCharsets.US_ASCII);
        return item;
    }

    private static FrameBuffer place(ResponsesRelayItem item, FrameBuffer out) {
        out.raw(",\"item_id\":").json(item.id).raw(",\"output_index\":").number(item.index);
        return item.isText() ? out.raw(",\"" + item.field + "_index\":").number(item.part) : out;
    }

    private static String type(ResponsesRelayItem item) {
        return switch (item.kind) {
            case TEXT -> "output_text";
            case CALL, FOREIGN -> "function_call_arguments";
            case REASONING -> item.isSummary() ? "reasoning_summary_text" : "reasoning_text";
        };
    }

    private void beginPart(ResponsesRelayItem item) {
        String type = item.isSummary() ? "reasoning_summary_part" : "content_part";
        item.beginPart(type + ".done");
        part(type + ".added", item, ResponsesPartTexts.part(item.json, item.field, ""));
        grows(item);
    }

    private void part(String type, ResponsesRelayItem item, JsonNode part) {
        ResponsesRelayFrames.tree(part, place(item, frames.begin(type)).raw(",\"part\":"));
        frames.end();
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
            FrameBuffer out = place(item, frames.begin(type(item) + ".done"));
            if (item.kind == Kind.CALL) {
                out.raw(",\"name\":").json(whole.path("name").asText("")).raw(",\"arguments\":");
            } else {
                out.raw(",\"text\":");
            }
            item.text().json(out).raw(item.kind == Kind.TEXT ? ",\"logprobs\":[]" : "");
            frames.end();
        }
        if (item.isPartOpen && !item.partEnd.isEmpty()) {
            part(item.partEnd, item, item.partWithText());
        }
        frames.item("output_item.done", item);
        item.state = State.CLOSED;
        items.complete(item);
    }
}
