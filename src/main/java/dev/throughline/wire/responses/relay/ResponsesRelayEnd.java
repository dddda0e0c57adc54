package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
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
import java.util.function.Predicate;

/// Writes the response at the end of an answer of which the client got something else than what came: the backend's
/// with the items that the client got, or one that is made where the backend sent none.
final class ResponsesRelayEnd {
    private static final Set<String> READ = Set.of("reasoning", "message", "function_call", "custom_tool_call");

    private final ResponsesRelayFrames frames;
    private final List<ResponsesRelayItem> told;
    private ObjectNode begun = JsonNodeFactory.instance.objectNode();

    ResponsesRelayEnd(ResponsesRelayFrames frames, List<ResponsesRelayItem> told) {
        this.frames = frames;
        this.told = told;
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
                && (impose(response) || isOther)) {
            if (isOther) {
                event.put("type", type);
                status(response, reason);
            }
            frames.rewrite(frame.event().isEmpty() ? "" : type, event);
        } else {
            frames.forward(frame, null);
        }
    }

    /// Ends an answer that the backend did not end.
    void finish(FinishReason reason) {
        ObjectNode response = response();
        status(response, reason);
        if (!response.path("usage").isObject()) {
            response.set("usage", noUsage());
        }
        write("response." + ResponsesBodyWriter.status(reason), response);
    }

    /// Ends the answer with an error that did not come as a frame.
    void fail(Failure failure) {
        ObjectNode response = response().put("status", "failed");
        var error = new FrameBuffer();
        ResponsesErrors.write(failure, error);
        StrictJson.object(error.take()).ifPresent(body -> response.set("error", body));
        write("response.failed", response);
    }

    /// Ends the answer with the error that the backend sent.
    void fail(SseFrame frame, ResponsesFrame error) {
        if (frames.isAltered()
                && error.body() instanceof ObjectNode event
                && event.path("response") instanceof ObjectNode response
                && impose(response)) {
            frames.rewrite(frame.event(), event);
        } else {
            frames.forward(frame, null);
        }
    }

    private ObjectNode response() {
        ObjectNode response = begun.deepCopy();
        response.putArray("output");
        impose(response);
        return response;
    }

    private void write(String type, ObjectNode response) {
        ObjectNode event = frames.event(type);
        event.set("response", response);
        frames.write(event);
    }

    /// Puts the items that the client got into a response: those of which it got the backend's frames as the response
    /// repeats them, and others as they were written. Items of kinds that are not read stay, too.
    /// @return whether that changed the response
    private boolean impose(ObjectNode response) {
        if (!(response.path("output") instanceof ArrayNode came)) {
            return false;
        }
        List<JsonNode> rest = new ArrayList<>();
        came.forEach(rest::add);
        ArrayNode output = came.arrayNode();
        for (ResponsesRelayItem item : told) {
            JsonNode repeated = repeated(item, came, rest);
            boolean isForwarded = item.state == State.FORWARDED && repeated.isObject();
            output.add(isForwarded ? repeated : item.whole(ResponsesItemStatus.INCOMPLETE));
        }
        rest.stream()
                .filter(item -> !READ.contains(item.path("type").asText("")))
                .forEach(output::add);
        if (output.equals(came)) {
            return false;
        }
        response.set("output", output);
        if (response.path("output_text").isTextual()) {
            response.put("output_text", text(output));
        }
        return true;
    }

    /// The item as the response has it: by its id, else by its place; servers do not always name the same ids.
    private static JsonNode repeated(ResponsesRelayItem item, ArrayNode came, List<JsonNode> rest) {
        JsonNode type = item.json().path("type");
        JsonNode there = item.place < 0 ? came.missingNode() : came.path(item.place);
        List<Predicate<JsonNode>> ways = List.of(
                one -> !item.id().isEmpty() && one.path("id").asText("").equals(item.id()),
                one -> one == there && one.path("type").equals(type),
                one -> !item.isMade() && one.path("type").equals(type));
        for (Predicate<JsonNode> way : ways) {
            for (int i = 0; i < rest.size(); i++) {
                if (way.test(rest.get(i))) {
                    return rest.remove(i);
                }
            }
        }
        return came.missingNode();
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

    /// Says why a response ended.
    static void status(ObjectNode response, FinishReason reason) {
        response.put("status", ResponsesBodyWriter.status(reason));
        response.set(
                "incomplete_details",
                switch (reason) {
                    case STOP, TOOL_CALLS -> NullNode.getInstance();
                    case LENGTH -> details("max_output_tokens");
                    case CONTENT_FILTER -> details("content_filter");
                });
    }

    private static JsonNode details(String reason) {
        return JsonNodeFactory.instance.objectNode().put("reason", reason);
    }

    /// Readers require the object.
    private static ObjectNode noUsage() {
        ObjectNode usage = JsonNodeFactory.instance.objectNode().put("input_tokens", 0);
        usage.putObject("input_tokens_details").put("cached_tokens", 0);
        usage.put("output_tokens", 0).putObject("output_tokens_details").put("reasoning_tokens", 0);
        return usage.put("total_tokens", 0);
    }
}
