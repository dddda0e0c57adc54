package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;

/// Decodes one output item of a backend's answer. Deltas and complete texts have the same content: complete
/// texts are used only if no delta was received.
sealed interface ResponsesItemReader
        permits ResponsesReasoningReader, ResponsesTextReader, ResponsesCallReader, ResponsesItemReader.Unread {
    /// The item may emit events.
    void opened();

    /// A part of the item grew.
    void grew(String piece, ResponsesDelta.Kind kind);

    /// A part of the item is complete.
    void partDone(String whole, ResponsesDelta.Kind kind);

    /// Another item emits events.
    void left();

    /// The item is complete.
    /// @param item the item as repeated by the backend
    void done(JsonNode item);

    /// Whether no other item may emit events yet: calls never overlap.
    boolean isExclusive();

    /// Whether the item holds back something that it will still emit.
    default boolean isHolding() {
        return false;
    }

    /// Whether the item's type has parts of this kind.
    boolean takes(ResponsesDelta.Kind kind);

    /// A new item of the type sent by the backend.
    static ResponsesItemReader of(JsonNode item, ResponsesAnswerEvents events) {
        return switch (item.path("type").asText("")) {
            case "reasoning" -> new ResponsesReasoningReader(item.path("id").asText(""), events);
            case "message" -> new ResponsesTextReader(events);
            case "function_call" -> new ResponsesCallReader(item, false, events);
            case "custom_tool_call" -> new ResponsesCallReader(item, true, events);
            default -> new Unread();
        };
    }

    /// An item of a type that is not decoded: the provider ran it.
    record Unread() implements ResponsesItemReader {
        @Override
        public void opened() {}

        @Override
        public void grew(String piece, ResponsesDelta.Kind kind) {}

        @Override
        public void partDone(String whole, ResponsesDelta.Kind kind) {}

        @Override
        public void left() {}

        @Override
        public void done(JsonNode item) {}

        @Override
        public boolean isExclusive() {
            return false;
        }

        @Override
        public boolean takes(ResponsesDelta.Kind kind) {
            return false;
        }
    }
}
