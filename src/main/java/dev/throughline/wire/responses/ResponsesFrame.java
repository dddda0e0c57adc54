package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;

/// The subject of a backend's frame.
///
/// @param item the item to which it belongs; `ResponsesOutputReader.NONE` for none
/// @param delta what grew, if anything
/// @param type the event's type; empty if it was not needed
/// @param body the event as a tree; missing for deltas and for frames without an event
record ResponsesFrame(Role role, ResponsesItemReader item, Optional<ResponsesDelta> delta, String type, JsonNode body) {
    public static final ResponsesFrame NOTHING = beside(Role.BESIDE);
    static final ResponsesFrame END = beside(Role.END);

    /// The role of a frame in the answer.
    public enum Role {
        /// Outside the items: the start of the response, comments, unknown events.
        BESIDE,
        ADDED,
        GREW,
        /// Any other event of an item: parts that begin and end, annotations.
        PART,
        DONE,
        /// The end of the answer, or after it.
        END
    }

    static ResponsesFrame grew(ResponsesDelta responsesDelta, ResponsesItemReader item) {
        Role role = isNone(item) ? Role.BESIDE : Role.GREW;
        return new ResponsesFrame(role, item, Optional.of(responsesDelta), "", MissingNode.getInstance());
    }

    static ResponsesFrame of(String type, JsonNode body, ResponsesItemReader item) {
        Role role = switch (type) {
            case "response.created", "response.in_progress", "response.queued" -> Role.BESIDE;
            case "response.output_item.added" -> Role.ADDED;
            case "response.output_item.done" -> Role.DONE;
            case "response.completed", "response.incomplete", "response.failed", "response.cancelled" -> Role.END;
            default -> isNone(item) ? Role.BESIDE : Role.PART;
        };
        return new ResponsesFrame(role, item, Optional.empty(), type, body);
    }

    /// Whether it repeats the complete text of the item or of a part.
    public boolean repeatsText() {
        return type.endsWith(".done");
    }

    /// Whether it begins or ends a part or its text, which also follows from the events.
    public boolean isOfPart() {
        return repeatsText() || body.has("part");
    }

    /// The id by which the frame refers to the item; empty for none.
    public String itemId() {
        if (delta.isPresent()) {
            return delta.get().itemId();
        }
        JsonNode id = body.path("item").path("id");
        return id.isTextual() ? id.textValue() : body.path("item_id").asText("");
    }

    /// The item's position; -1 for none.
    public int place() {
        return delta.isPresent()
                ? delta.get().outputIndex()
                : body.path("output_index").asInt(-1);
    }

    /// Whether it is about the summary of reasoning.
    public boolean isOfSummary() {
        return delta.isPresent() ? delta.get().kind() == ResponsesDelta.Kind.SUMMARY : body.has("summary_index");
    }

    /// The position of the part within its item.
    public int part() {
        return delta.isPresent()
                ? delta.get().partIndex()
                : body.path(isOfSummary() ? "summary_index" : "content_index").asInt(0);
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isNone(ResponsesItemReader item) {
        return item == ResponsesOutputReader.NONE;
    }

    private static ResponsesFrame beside(Role role) {
        return new ResponsesFrame(role, ResponsesOutputReader.NONE, Optional.empty(), "", MissingNode.getInstance());
    }
}
