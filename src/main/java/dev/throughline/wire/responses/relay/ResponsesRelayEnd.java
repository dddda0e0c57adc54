package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesBodyWriter;
import dev.throughline.wire.responses.answer.ResponsesErrors;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesOutput;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
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
        boolean isOther = reason != null && !terminal.type().endsWith(ResponsesBodyWriter.status(reason));
        if (frames.isAltered()
                && terminal.body() instanceof ObjectNode event
                && event.path("response") instanceof ObjectNode response) {
            putItems(response);
            if (reason != null && isOther) {
                event.put("type", "response." + ResponsesBodyWriter.status(reason));
                putStatus(response, reason);
            }
            frames.write(event, !frame.event().isEmpty());
        } else {
            frames.forward(frame, -1);
        }
    }

    /// Ends an answer that the backend did not end.
    void finish(FinishReason reason) {
        ObjectNode response = begun.deepCopy();
        putStatus(response, reason);
        if (!response.path("usage").isObject()) {
            // Readers require the object.
            put(response, "usage", out -> ResponsesBodyWriter.usage(new Usage(0, 0, 0, 0), out));
        }
        write(ResponsesBodyWriter.status(reason), response);
    }

    /// Ends the answer with an error that was not received as a frame.
    void fail(Failure failure) {
        ObjectNode response = begun.deepCopy().put("status", "failed");
        put(response, "error", out -> ResponsesErrors.write(failure, out));
        write("failed", response);
    }

    private static void put(ObjectNode response, String field, Consumer<FrameBuffer> value) {
        var out = new FrameBuffer();
        value.accept(out);
        StrictJson.object(out.take()).ifPresent(json -> response.set(field, json));
    }

    private void write(String type, ObjectNode response) {
        frames.alter();
        response.putArray("output");
        putItems(response);
        ObjectNode event = response.objectNode().put("type", "response." + type).put("sequence_number", 0);
        frames.write(event.set("response", response), true);
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
        JsonNode received = response.path("output");
        for (int place = 0; place < received.size(); place++) {
            JsonNode one = received.get(place);
            String type = one.path("type").asText("");
            ResponsesRelayItem known = sent.getOrDefault(one.path("id").asText(""), sent.get(place + type));
            if (known != null) {
                known.repeated(one);
            } else if (!DECODED.contains(type)) {
                items.add(one);
            }
        }
        response.set("output", items);
        response.remove("output_text");
    }

    /// All visible text.
    static String text(ArrayNode output) {
        var text = new StringBuilder();
        for (JsonNode item : output) {
            if (item.path("type").asText("").equals("message")) {
                text.append(ResponsesPartTexts.joined(item.path("content")));
            }
        }
        return text.toString();
    }

    /// The part of a response's id that the ids of items made here contain.
    static String key(JsonNode response) {
        String id = response.path("id").asText("");
        String bare = id.startsWith("resp_") ? id.substring(5) : id;
        return bare.isEmpty() ? "tl" : bare.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /// Sets why a response ended.
    static void putStatus(ObjectNode response, FinishReason reason) {
        response.put("status", ResponsesBodyWriter.status(reason));
        switch (reason) {
            case STOP, TOOL_CALLS -> response.putNull("incomplete_details");
            case LENGTH -> response.putObject("incomplete_details").put("reason", "max_output_tokens");
            case CONTENT_FILTER -> response.putObject("incomplete_details").put("reason", "content_filter");
        }
    }
}
