package dev.throughline.wire.responses;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// A fragment of one output item, the content of nearly every frame of an answer. Decoded without a tree.
///
/// @param itemId the item's id, empty for none
/// @param outputIndex the item's position, -1 for none: llama.cpp sends only the item's id
/// @param partIndex the position of the part within its item
record ResponsesDelta(Kind kind, String itemId, int outputIndex, int partIndex, String text) {
    /// The field that grows.
    public enum Kind {
        TEXT,
        REASONING,
        SUMMARY,
        ARGUMENTS,
        /// The free text of a call of a custom tool.
        INPUT
    }

    private static final Map<String, Kind> KINDS = Map.of(
            "response.output_text.delta", Kind.TEXT,
            "response.refusal.delta", Kind.TEXT,
            "response.reasoning_text.delta", Kind.REASONING,
            "response.reasoning.delta", Kind.REASONING,
            "response.reasoning_summary_text.delta", Kind.SUMMARY,
            "response.reasoning_summary.delta", Kind.SUMMARY,
            "response.function_call_arguments.delta", Kind.ARGUMENTS,
            "response.custom_tool_call_input.delta", Kind.INPUT);

    /// The delta in a frame; empty if it contains anything else.
    static Optional<ResponsesDelta> read(SseFrame frame) throws IOException {
        if (!frame.event().isEmpty() && !KINDS.containsKey(frame.event())) {
            return Optional.empty();
        }
        int length = frame.dataTo() - frame.dataFrom();
        try (JsonParser json = StrictJson.LENIENT.getFactory().createParser(frame.data(), frame.dataFrom(), length)) {
            return json.nextToken() == JsonToken.START_OBJECT ? read(json, frame.event()) : Optional.empty();
        }
    }

    private static Optional<ResponsesDelta> read(JsonParser json, String event) throws IOException {
        String type = event;
        String itemId = "";
        int outputIndex = -1;
        int partIndex = 0;
        String text = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_STRING) {
                switch (name) {
                    case "type" -> {
                        type = json.getText();
                        if (!KINDS.containsKey(type)) {
                            return Optional.empty();
                        }
                    }
                    case "item_id" -> itemId = json.getText();
                    case "delta" -> text = json.getText();
                    default -> {}
                }
            } else if (value == JsonToken.VALUE_NUMBER_INT) {
                switch (name) {
                    case "output_index" -> outputIndex = json.getValueAsInt(-1);
                    case "content_index", "summary_index" -> partIndex = json.getValueAsInt(0);
                    default -> {}
                }
            } else {
                json.skipChildren();
            }
        }
        Kind kind = KINDS.get(type);
        return kind == null
                ? Optional.empty()
                : Optional.of(new ResponsesDelta(kind, itemId, outputIndex, partIndex, text));
    }
}
