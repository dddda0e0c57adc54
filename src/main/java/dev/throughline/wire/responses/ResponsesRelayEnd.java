package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes the response at the end of a changed answer: the backend's with the items that the client received, or
/// the response as it began if the backend did not end it.
final class ResponsesRelayEnd {
    private static final Set<String> DECODED = Set.of("reasoning", "message", "function_call", "custom_tool_call");

    private final ResponsesRelayFrames frames;
    private final ResponsesOutput output;
    private ObjectNode begun = JsonNodeFactory.instance.objectNode();

    /// An item in the tree of a response.
    record SentItem(ResponsesOutputItem item, ResponsesItemStatus status) {}

    /// @param output what the client received
    ResponsesRelayEnd(ResponsesRelayFrames frames, ResponsesOutput output) {
        this.frames = frames;
        this.output = output;
    }

    /// Keeps the response as it began.
    void begun(ObjectNode response) {
        begun = response;
    }

    /// Ends the answer with the event with which the backend ended it.
    /// @param reason why the answer ended for the client; absent for an error
    void repeat(SseFrame frame, ResponsesFrame terminal, @Nullable FinishReason reason) {
        if (frames.isAltered()
                && terminal.body() instanceof ObjectNode event
                && event.path("response") instanceof ObjectNode response) {
            if (reason != null && !terminal.type().endsWith(ResponsesBodyWriter.status(reason))) {
                event.put("type", "response." + ResponsesBodyWriter.status(reason));
                putStatus(response, reason);
            }
            putItems(response);
            frames.write(event, !frame.event().isEmpty());
        } else {
            frames.forward(frame, -1);
        }
    }

    /// Ends an answer that the backend did not end.
    void finish(FinishReason reason) {
        putStatus(begun, reason);
        if (!begun.path("usage").isObject()) {
            // Readers require the object.
            put("usage", out -> ResponsesBodyWriter.usage(new Usage(0, 0, 0, 0), out));
        }
        write(ResponsesBodyWriter.status(reason));
    }

    /// Ends the answer with an error that was not received as a frame.
    void fail(Failure failure) {
        begun.put("status", "failed");
        put("error", out -> ResponsesErrors.write(failure, out));
        write("failed");
    }

    private void put(String field, Consumer<FrameBuffer> value) {
        var out = new FrameBuffer();
        value.accept(out);
        begun.putRawValue(field, new RawValue(new String(out.take(), StandardCharsets.UTF_8)));
    }

    private void write(String type) {
        frames.alter();
        begun.putArray("output");
        putItems(begun);
        ObjectNode event = begun.objectNode().put("type", "response." + type).put("sequence_number", 0);
        frames.write(event.set("response", begun), true);
    }

    /// Replaces the items of a response by those that the client received. Items of types that are not decoded stay.
    private void putItems(ObjectNode response) {
        Map<String, ResponsesRelayItem> sent = new HashMap<>();
        ArrayNode items = response.arrayNode();
        for (ResponsesOutputItem item : output.items()) {
            boolean isMade = !(item instanceof ResponsesRelayItem);
            items.addPOJO(new SentItem(item, isMade ? output.status(item) : ResponsesItemStatus.INCOMPLETE));
            if (item instanceof ResponsesRelayItem relayed) {
                // Servers do not always repeat the ids.
                sent.put(relayed.place + relayed.type(), relayed);
                sent.put(relayed.id(), relayed);
            }
        }
        sent.remove("");
        JsonNode received = response.path("output");
        for (int place = 0; place < received.size(); place++) {
            JsonNode one = received.get(place);
            String type = one.path("type").asText("");
            ResponsesRelayItem known = sent.getOrDefault(one.path("id").asText(""), sent.get(place + type));
            if (known != null && !known.isWritten && !known.isOver) {
                known.end(one);
            } else if (known == null && !DECODED.contains(type)) {
                items.add(one);
            }
        }
        response.set("output", items);
        response.remove("output_text");
    }

    /// The part of a response's id that ids of items made here contain.
    static String key(JsonNode response) {
        String id = response.path("id").asText("").replaceFirst("^resp_", "");
        return (id.isEmpty() ? "tl" : id.replaceAll("[^A-Za-z0-9_-]", "_")) + "_x";
    }

    /// Sets why a response ended.
    static void putStatus(ObjectNode response, FinishReason reason) {
        response.put("status", ResponsesBodyWriter.status(reason));
        response.putRawValue("incomplete_details", new RawValue(ResponsesBodyWriter.details(reason)));
    }
}
