package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import java.util.TreeMap;

/// What a client was told of the texts of one item, part by part. Makes the events that repeat them say the same.
final class ResponsesRelayedTexts {
    private final TreeMap<Integer, StringBuilder> content = new TreeMap<>();
    private final TreeMap<Integer, StringBuilder> summary = new TreeMap<>();
    /// Whether the item says something else than the backend's.
    private boolean isAltered;

    private boolean isRecut;

    void add(ResponsesDelta.Kind kind, int part, String text) {
        (kind == ResponsesDelta.Kind.SUMMARY ? summary : content)
                .computeIfAbsent(part, _ -> new StringBuilder())
                .append(text);
    }

    /// A delta of it was not what came.
    void recut() {
        isRecut = true;
    }

    boolean isRecut() {
        return isRecut;
    }

    boolean has(ResponsesDelta.Kind kind, int part) {
        return (kind == ResponsesDelta.Kind.SUMMARY ? summary : content).containsKey(part);
    }

    TreeMap<Integer, StringBuilder> content() {
        return content;
    }

    TreeMap<Integer, StringBuilder> summary() {
        return summary;
    }

    /// All that was told, said once.
    String joined() {
        return joined(content.isEmpty() ? summary : content).toString();
    }

    /// Whether an event repeats what was told.
    boolean agrees(JsonNode event) {
        JsonNode item = event.path("item");
        if (item.isObject()) {
            return agrees(item.path("content"), content) && agrees(item.path("summary"), summary);
        }
        StringBuilder text = told(event).get(part(event));
        JsonNode holder = event.path("part").isObject() ? event.path("part") : event;
        return text == null || holder.path(field(holder)).asText("").contentEquals(text);
    }

    private static boolean agrees(JsonNode parts, TreeMap<Integer, StringBuilder> told) {
        return told.isEmpty() || ResponsesPartTexts.joined(parts).contentEquals(joined(told));
    }

    private TreeMap<Integer, StringBuilder> told(JsonNode event) {
        return event.has("summary_index") ? summary : content;
    }

    private static int part(JsonNode event) {
        return event.path(event.has("summary_index") ? "summary_index" : "content_index")
                .asInt(0);
    }

    private static StringBuilder joined(TreeMap<Integer, StringBuilder> told) {
        var all = new StringBuilder();
        told.values().forEach(all::append);
        return all;
    }

    /// Puts what was told into an event that repeats it.
    /// @return whether that changed anything
    boolean impose(ObjectNode event) {
        if (event.path("item") instanceof ObjectNode item) {
            return imposeItem(item);
        }
        ObjectNode holder = event.path("part") instanceof ObjectNode object ? object : event;
        TreeMap<Integer, StringBuilder> told = told(event);
        StringBuilder text = told.get(part(event));
        if (text == null) {
            return isAltered && put(holder, told.isEmpty() && part(event) == 0 ? joined() : "");
        }
        boolean isChanged = put(holder, text.toString());
        isAltered |= isChanged;
        return isChanged;
    }

    /// Puts what was told into an item.
    /// @return whether that changed anything
    boolean imposeItem(ObjectNode item) {
        boolean isContentChanged = imposeParts(item, "content", content);
        boolean isSummaryChanged = imposeParts(item, "summary", summary);
        return mirror(item, "content", content)
                | mirror(item, "summary", summary)
                | isContentChanged
                | isSummaryChanged;
    }

    private boolean imposeParts(ObjectNode item, String field, TreeMap<Integer, StringBuilder> told) {
        if (agrees(item.path(field), told)) {
            return false;
        }
        isAltered = true;
        ArrayNode parts = item.withArray(field);
        for (int i = 0; i < parts.size(); i++) {
            put(parts.get(i), told.containsKey(i) ? told.get(i).toString() : "");
        }
        told.tailMap(parts.size())
                .values()
                .forEach(text -> parts.add(ResponsesPartTexts.part(item, field, text.toString())));
        return true;
    }

    /// The same text in the field that did not grow.
    private boolean mirror(ObjectNode item, String field, TreeMap<Integer, StringBuilder> told) {
        boolean isChanged = false;
        if (isAltered && told.isEmpty() && item.path(field) instanceof ArrayNode parts) {
            for (int i = 0; i < parts.size(); i++) {
                isChanged |= put(parts.get(i), i == 0 ? joined() : "");
            }
        }
        return isChanged;
    }

    private static boolean put(JsonNode holder, String text) {
        String field = field(holder);
        boolean isOther = holder.path(field).isTextual()
                && !holder.path(field).textValue().equals(text);
        if (isOther) {
            ((ObjectNode) holder).put(field, text);
        }
        return isOther;
    }

    private static String field(JsonNode holder) {
        return holder.path("refusal").isTextual() ? "refusal" : "text";
    }
}
