package dev.throughline.wire.responses.answer;

import com.fasterxml.jackson.databind.JsonNode;

/// One output item of a backend's answer while it is read. Deltas and what is told as a whole say the same: whole texts
/// are taken only where no delta came.
public sealed interface ResponsesItemReader
        permits ResponsesReasoningReader, ResponsesTextReader, ResponsesCallReader, ResponsesItemReader.Unread {

    /// The item may speak.
    void opened();

    /// A part of the item grew.
    void grew(String piece, ResponsesDelta.Kind kind);

    /// A part of the item is complete.
    void told(String whole, ResponsesDelta.Kind kind);

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
    boolean takes(ResponsesDelta.Kind kind);

    /// A new item of the kind that the backend names.
    static ResponsesItemReader of(JsonNode item, ResponsesAnswerEvents events) {
        return switch (item.path("type").asText("")) {
            case "reasoning" -> new ResponsesReasoningReader(events);
            case "message" -> new ResponsesTextReader(events);
            case "function_call" -> new ResponsesCallReader(item, false, events);
            case "custom_tool_call" -> new ResponsesCallReader(item, true, events);
            default -> new Unread();
        };
    }

    /// An item of a kind that is not read: the provider ran it.
    record Unread() implements ResponsesItemReader {
        @Override
        public void opened() {}

        @Override
        public void grew(String piece, ResponsesDelta.Kind kind) {}

        @Override
        public void told(String whole, ResponsesDelta.Kind kind) {}

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
