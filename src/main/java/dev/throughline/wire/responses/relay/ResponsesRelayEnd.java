package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesBodyWriter;
import dev.throughline.wire.responses.answer.ResponsesErrors;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Writes the response at the end of a changed answer: the backend's with the items that the client received, or
/// the response as it began if the backend did not end it.
final class ResponsesRelayEnd {
    private static final Set<String> DECODED = Set.of("reasoning", "message", "function_call", "custom_tool_call");

    private final ResponsesRelayFrames frames;
    private final List<ResponsesRelayItem> sent;
    private ObjectNode begun = JsonNodeFactory.instance.objectNode();

    ResponsesRelayEnd(ResponsesRelayFrames frames, List<ResponsesRelayItem> sent) {
        this.frames = frames;
        this.sent = sent;
    }

    /// Keeps the response as it began.
    void begun(ObjectNode response) {
        begun = response;
    }

    /// @param terminal the event that ended the answer
    void finish(SseFrame frame, ResponsesFrame terminal, FinishReason reason) {
        String type = "response." + ResponsesBodyWriter.status(reason);
        boolean isOther = !terminal.type().equals(type);
        if (terminal.body() instanceof ObjectNode event
                && event.path("response") instanceof ObjectNode response
                && (putItems(response) || isOther)) {
            if (isOther) {
                event.put("type", type);
                putStatus(response, reason);
            }
            frames.rewrite(frame.event().isEmpty() ? "" : type, event);
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
            ObjectNode usage = response.putObject("usage").put("input_tokens", 0);
            usage.putObject("input_tokens_details").put("cached_tokens", 0);
            usage.put("output_tokens", 0).putObject("output_tokens_details").put("reasoning_tokens", 0);
            usage.put("total_tokens", 0);
        }
        write("response." + ResponsesBodyWriter.status(reason), response);
    }

    /// Ends the answer with an error that was not received as a frame.
    void fail(Failure failure) {
        ObjectNode response = begun.deepCopy().put("status", "failed");
        var error = new FrameBuffer();
        ResponsesErrors.write(failure, error);
        StrictJson.object(error.take()).ifPresent(body -> response.set("error", body));
        write("response.failed", response);
    }

    /// Ends the answer with an error, without its items: their texts cannot be read back.
    void failUnread(Failure failure) {
        sent.clear();
        fail(failure);
    }

    /// Ends the answer with the backend's error.
    void fail(SseFrame frame, ResponsesFrame error) {
        if (frames.isAltered()
                && error.body() instanceof ObjectNode event
                && event.path("response") instanceof ObjectNode response
                && putItems(response)) {
            frames.rewrite(frame.event(), event);
        } else {
            frames.forward(frame, -1);
        }
    }

    private void write(String type, ObjectNode response) {
        response.putArray("output");
        putItems(response);
        ObjectNode event = frames.event(type);
        event.set("response", response);
        frames.end(type, event);
    }

    /// Replaces the items of a response by those that the client received: forwarded ones as the response has
    /// them, others as they were written. Items of types that are not decoded stay.
    /// @return whether that changed the response
    private boolean putItems(ObjectNode response) {
        if (!(response.path("output") instanceof ArrayNode received)) {
            return false;
        }
        List<JsonNode> rest = new ArrayList<>();
        received.forEach(rest::add);
        ArrayNode output = received.arrayNode();
        for (ResponsesRelayItem item : sent) {
            JsonNode repeated = repeated(item, received);
            rest.remove(repeated);
            boolean isForwarded = item.state == State.FORWARDED && repeated.isObject();
            output.add(isForwarded ? repeated : item.whole(ResponsesItemStatus.INCOMPLETE));
        }
        rest.stream()
                .filter(item -> !DECODED.contains(item.path("type").asText("")))
                .forEach(output::add);
        if (output.equals(received)) {
            return false;
        }
        response.set("output", output);
        if (response.path("output_text").isTextual()) {
            response.put("output_text", text(output));
        }
        if (output.findValues("text").stream().anyMatch(JsonNode::isPojo)) {
            // It would repeat the messages, which the response has.
            response.remove("output_text");
        }
        return true;
    }

    /// The item as the response has it: by its id, else by its index, since servers do not always repeat the ids.
    private static JsonNode repeated(ResponsesRelayItem item, ArrayNode received) {
        for (JsonNode one : received) {
            if (!item.id.isEmpty() && one.path("id").asText("").equals(item.id)) {
                return one;
            }
        }
        JsonNode there = received.path(item.place);
        return there.path("type").equals(item.begun.path("type")) ? there : received.missingNode();
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
