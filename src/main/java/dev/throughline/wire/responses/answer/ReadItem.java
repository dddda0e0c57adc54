package dev.throughline.wire.responses.answer;

import com.fasterxml.jackson.databind.JsonNode;

/// One output item of a backend's answer while it is read. Deltas and what is told as a whole say the same: whole texts
/// are taken only where no delta came.
public sealed interface ReadItem permits ReadReasoning, ReadText, ReadCall, ReadItem.Unread {

    /// The item may speak.
    void opened();

    /// A part of the item grew.
    void grew(String piece, Delta.Kind kind);

    /// A part of the item is complete.
    void told(String whole, Delta.Kind kind);

    /// Another item speaks.
    void left();

    /// The item is complete.
    /// @param item the item as the backend repeats it
    void done(JsonNode item);

    /// Whether no other item may speak yet: calls never overlap.
    boolean isExclusive();

    /// Whether the item keeps something to itself that it will still say.
    default boolean isHolding() {
        return false;
    }

    /// Whether the item is of the kind that has parts of this kind.
    boolean takes(Delta.Kind kind);

    /// A new item of the kind that the backend names.
    static ReadItem of(JsonNode item, AnswerEvents events) {
        return switch (item.path("type").asText("")) {
            case "reasoning" -> new ReadReasoning(events);
            case "message" -> new ReadText(events);
            case "function_call" -> new ReadCall(item, false, events);
            case "custom_tool_call" -> new ReadCall(item, true, events);
            default -> new Unread();
        };
    }

    /// An item of a kind that is not read: the provider ran it.
    record Unread() implements ReadItem {
        @Override
        public void opened() {}

        @Override
        public void grew(String piece, Delta.Kind kind) {}

        @Override
        public void told(String whole, Delta.Kind kind) {}

        @Override
        public void left() {}

        @Override
        public void done(JsonNode item) {}

        @Override
        public boolean isExclusive() {
            return false;
        }

        @Override
        public boolean takes(Delta.Kind kind) {
            return false;
        }
    }
}
