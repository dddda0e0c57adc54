package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/// Follows a stream as the strictest known clients do: an item is added at the next index, a part before it grows, and
/// every text that is done is the sum of its deltas.
public final class StrictResponsesReader {
    private final List<ObjectNode> added = new ArrayList<>();
    private final List<JsonNode> done = new ArrayList<>();
    private final Map<String, StringBuilder> open = new TreeMap<>();
    private final Map<String, String> finished = new TreeMap<>();
    private JsonNode terminal = MissingNode.getInstance();

    public void take(Frame frame) {
        switch (frame.event()) {
            case "response.created", "response.in_progress" -> assertThat(added).isEmpty();
            case "response.output_item.added" -> itemAdded(frame);
            case "response.content_part.added" -> begin(frame, "content");
            case "response.reasoning_summary_part.added" -> begin(frame, "summary");
            case "response.output_text.delta", "response.reasoning_text.delta" -> grow(frame, "content");
            case "response.reasoning_summary_text.delta" -> grow(frame, "summary");
            case "response.function_call_arguments.delta" -> grow(frame, "arguments");
            case "response.output_text.done", "response.reasoning_text.done" -> same(frame, "content", "/text");
            case "response.reasoning_summary_text.done" -> same(frame, "summary", "/text");
            case "response.content_part.done" -> end(frame, "content", "/part/text");
            case "response.reasoning_summary_part.done" -> end(frame, "summary", "/part/text");
            case "response.function_call_arguments.done" -> end(frame, "arguments", "/arguments");
            case "response.output_item.done" -> itemDone(frame);
            case "response.completed", "response.incomplete", "response.failed" ->
                terminal = frame.data().path("response");
            default -> throw new AssertionError("an unknown event: " + frame.event());
        }
    }

    public JsonNode terminal() {
        return terminal;
    }

    public void assertAllDone() {
        assertThat(open).isEmpty();
        assertThat(done).hasSameSizeAs(added);
        assertThat(terminal.path("output")).containsExactlyElementsOf(done);
    }

    private void itemAdded(Frame frame) {
        assertThat(added).as("one item open at a time").hasSameSizeAs(done);
        assertThat(frame.at("output_index")).isEqualTo(added.size());
        ObjectNode item = (ObjectNode) frame.data().path("item");
        assertThat(item.path("status").asText()).isEqualTo("in_progress");
        added.add(item);
        if (item.path("type").asText().equals("function_call")) {
            assertThat(item.path("arguments").asText("none")).isEmpty();
            open.put(key("arguments"), new StringBuilder());
        }
    }

    private void itemDone(Frame frame) {
        assertThat(open).as("parts end before their item").isEmpty();
        assertThat(frame.at("output_index")).isEqualTo(added.size() - 1);
        JsonNode item = frame.data().path("item");
        for (String same : List.of("id", "type", "call_id", "name")) {
            assertThat(item.path(same)).isEqualTo(added.getLast().path(same));
        }
        String grown = item.path("type").asText().equals("reasoning") ? "summary" : "content";
        assertThat(texts(item, "content")).isEqualTo(finished.getOrDefault(key(grown), ""));
        assertThat(texts(item, "summary")).isEqualTo(finished.getOrDefault(key("summary"), ""));
        assertThat(item.path("arguments").asText()).isEqualTo(finished.getOrDefault(key("arguments"), ""));
        done.add(item);
    }

    private static String texts(JsonNode item, String field) {
        return String.join("", item.path(field).findValuesAsText("text"));
    }

    private void begin(Frame frame, String part) {
        place(frame, part);
        assertThat(frame.text("/part/text")).isEmpty();
        open.put(key(part), new StringBuilder());
    }

    private void grow(Frame frame, String part) {
        place(frame, part);
        assertThat(open).containsKey(key(part));
        open.get(key(part)).append(frame.text("/delta"));
    }

    private void same(Frame frame, String part, String pointer) {
        place(frame, part);
        assertThat(open.get(key(part))).hasToString(frame.text(pointer));
    }

    private void end(Frame frame, String part, String pointer) {
        same(frame, part, pointer);
        finished.put(key(part), open.remove(key(part)).toString());
    }

    private void place(Frame frame, String part) {
        assertThat(frame.text("/item_id")).isEqualTo(added.getLast().path("id").asText());
        assertThat(frame.at("output_index")).isEqualTo(added.size() - 1);
        if (!part.equals("arguments")) {
            assertThat(frame.at(part + "_index")).isZero();
        }
    }

    private String key(String part) {
        return added.size() + "/" + part;
    }
}
