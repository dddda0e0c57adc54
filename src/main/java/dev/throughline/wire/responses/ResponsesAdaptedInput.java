package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Changes the reasoning of a request in this dialect and leaves everything else unchanged.
final class ResponsesAdaptedInput {
    private static final String INPUT = "input";

    private ResponsesAdaptedInput() {}

    /// @return the request's own body if nothing has to change, otherwise a changed copy
    public static ObjectNode adapt(Conversation request, Adaptation adaptation) {
        if (!(request.body().path(INPUT) instanceof ArrayNode items)) {
            return request.body();
        }
        ArrayNode adapted = items;
        if (adaptation.history() == HistoryField.NONE) {
            adapted = withoutReasoning(items);
        } else if (!adaptation.rewritten().isEmpty()) {
            adapted = rewritten(items, request, adaptation);
        }
        return adapted.equals(items) ? request.body() : StrictJson.with(request.body(), INPUT, adapted);
    }

    private static ArrayNode withoutReasoning(ArrayNode items) {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode(items.size());
        for (JsonNode item : items) {
            if (!isReasoning(item)) {
                kept.add(ResponsesStrippedItem.of(item));
            }
        }
        return kept;
    }

    private static ArrayNode rewritten(ArrayNode items, Conversation request, Adaptation adaptation) {
        Map<String, Message> changed = new HashMap<>();
        for (Message message : request.messages()) {
            if (adaptation.rewritten().contains(message.path())) {
                changed.put(message.path(), message);
            }
        }
        List<Message> groups = groups(items);
        ArrayNode adapted = JsonNodeFactory.instance.arrayNode(items.size());
        for (int i = 0; i < groups.size(); i++) {
            int from = index(groups.get(i));
            int to = i + 1 < groups.size() ? index(groups.get(i + 1)) : items.size();
            Message message = changed.get(groups.get(i).path());
            if (message == null) {
                for (int item = from; item < to; item++) {
                    adapted.add(items.get(item));
                }
            } else {
                new ResponsesAdaptedGroup(items, from, to, groups.get(i)).write(message, adapted);
            }
        }
        return adapted;
    }

    /// The messages as received: the start index of each.
    private static List<Message> groups(ArrayNode items) {
        try {
            return ResponsesInputDecoder.decode(items, 0, "/" + INPUT);
        } catch (WireException e) {
            throw new IllegalArgumentException("the body is not the one that the conversation was read from", e);
        }
    }

    private static int index(Message message) {
        return Integer.parseInt(message.path().substring(INPUT.length() + 2));
    }

    static boolean isReasoning(JsonNode item) {
        return item.path("type").asText("").equals("reasoning");
    }
}
