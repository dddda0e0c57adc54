package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.throughline.wire.responses.relay.ResponsesClientItems.Told;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.List;

/// Ends an answer of which the client got something else than what came: the backend's response with the items that the
/// client was told of, or one that is made where the backend told none.
final class ResponsesRelayEnd {
    private final ResponsesClientItems items;
    private ObjectNode begun = JsonNodeFactory.instance.objectNode();

    ResponsesRelayEnd(ResponsesClientItems items) {
        this.items = items;
    }

    /// Keeps the response as it began.
    void beside(ResponsesFrame responsesFrame) {
        if (responsesFrame.body().path("response") instanceof ObjectNode response) {
            begun = response;
            items.named(response.path("id").asText(""));
        }
    }

    /// @param terminal the event that ended the answer; nothing where the tail is empty
    /// @param tail that event's frame and all behind it
    void finish(
            ResponsesItemRouter responsesItemRouter,
            ResponsesFrame terminal,
            List<SseFrame> tail,
            FinishReason reason) {
        ResponsesItemStatus last = ResponsesBodyWriter.status(reason).equals("completed")
                ? ResponsesItemStatus.COMPLETED
                : ResponsesItemStatus.INCOMPLETE;
        responsesItemRouter.end(last);
        items.told().forEach(told -> {
            if (told instanceof Told.Own(ResponsesRelayItem item)) {
                close(item, last, tail.isEmpty());
            }
        });
        for (ResponsesRelayItem item : items.fresh()) {
            if (item.isTouched || tail.isEmpty()) {
                items.discard(item);
            } else {
                items.open(item);
            }
        }
        if (tail.isEmpty()) {
            made(reason);
        } else {
            changed(terminal, tail.getFirst(), reason);
            tail.stream().skip(1).forEach(frame -> items.write(frame, null));
        }
    }

    private void close(ResponsesRelayItem item, ResponsesItemStatus status, boolean isBrokenOff) {
        items.settle(item);
        boolean isText = item.kind() == Kind.TEXT || item.kind() == Kind.REASONING;
        if (isBrokenOff && isText && item.state == State.OPEN) {
            items.close(item, status);
        }
    }

    private void changed(ResponsesFrame terminal, SseFrame frame, FinishReason reason) {
        String type = "response." + ResponsesBodyWriter.status(reason);
        boolean isOther = !terminal.type().equals(type);
        if (!(terminal.body() instanceof ObjectNode event)
                || !(event.path("response") instanceof ObjectNode response)) {
            items.write(frame, null);
            return;
        }
        boolean isChanged = ResponsesRelayedOutput.impose(items.told(), response);
        if (isOther) {
            event.put("type", type);
            status(response, reason);
        }
        if (!isOther && !isChanged) {
            items.write(frame, null);
            return;
        }
        items.responsesSequenceNumbers()
                .number(event.path(ResponsesFrameFields.NUMBER).asLong(-1))
                .ifPresent(number -> event.put(ResponsesFrameFields.NUMBER, number));
        items.writeEvent(frame.event().isEmpty() ? "" : type, event);
    }

    private void made(FinishReason reason) {
        ObjectNode response = response();
        status(response, reason);
        if (!response.path("usage").isObject()) {
            response.set("usage", noUsage());
        }
        write("response." + ResponsesBodyWriter.status(reason), response);
    }

    /// Ends the answer with an error that did not come as a frame.
    void fail(Failure failure) {
        ObjectNode response = response();
        response.put("status", "failed");
        var error = new FrameBuffer();
        ResponsesErrors.write(failure, error);
        StrictJson.object(error.take()).ifPresent(told -> response.set("error", told));
        write("response.failed", response);
    }

    /// Ends the answer with the error that the backend told.
    void fail(SseFrame frame, ResponsesFrame responsesFrame) {
        if (items.isAltered()
                && responsesFrame.body() instanceof ObjectNode event
                && event.path("response") instanceof ObjectNode response
                && ResponsesRelayedOutput.impose(items.told(), response)) {
            items.responsesSequenceNumbers()
                    .number(event.path(ResponsesFrameFields.NUMBER).asLong(-1))
                    .ifPresent(number -> event.put(ResponsesFrameFields.NUMBER, number));
            items.writeEvent(frame.event(), event);
        } else {
            items.write(frame, null);
        }
    }

    private ObjectNode response() {
        ObjectNode response = begun.deepCopy();
        response.putArray("output");
        ResponsesRelayedOutput.impose(items.told(), response);
        return response;
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

    private void write(String type, ObjectNode response) {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put(
                        ResponsesFrameFields.NUMBER,
                        items.responsesSequenceNumbers().next());
        event.set("response", response);
        items.writeEvent(type, event);
    }

    /// Readers require the object.
    private static ObjectNode noUsage() {
        ObjectNode usage = JsonNodeFactory.instance.objectNode().put("input_tokens", 0);
        usage.putObject("input_tokens_details").put("cached_tokens", 0);
        usage.put("output_tokens", 0).putObject("output_tokens_details").put("reasoning_tokens", 0);
        return usage.put("total_tokens", 0);
    }
}
