package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.PlacedReasoning;
import dev.throughline.wire.ReasoningDeduplicator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes a history as items: an answer becomes an item for each block of reasoning, each run of text and
/// each call, in the order of the message's parts.
final class ResponsesTranslatedItems {
    private final ArrayNode items = JsonNodeFactory.instance.arrayNode();
    private final Conversation request;
    private final Adaptation adaptation;
    private final boolean withReasoning;
    /// Content of the text that is open.
    private ArrayNode text = JsonNodeFactory.instance.arrayNode();

    private ResponsesTranslatedItems(Conversation request, Adaptation adaptation) {
        this.request = request;
        this.adaptation = adaptation;
        this.withReasoning = adaptation.history() != HistoryField.NONE;
    }

    /// All messages except the system texts at the start, which become the instructions.
    static ArrayNode of(Conversation request, Adaptation adaptation) {
        var translated = new ResponsesTranslatedItems(request, adaptation);
        List<Message> messages = request.messages();
        for (Message message : messages.subList(ResponsesTranslatedRequest.leading(messages), messages.size())) {
            translated.message(message);
        }
        return translated.items;
    }

    private void message(Message message) {
        switch (message.role()) {
            case SYSTEM -> add(system(message, request.body()), message.parts());
            case USER -> add("user", message.parts());
            case ASSISTANT -> answer(message);
            case TOOL -> results(message.parts());
        }
    }

    /// The client's own role name if it has one: a chat template may support `system` alone.
    private static String system(Message message, ObjectNode body) {
        return body.at(message.path()).path("role").asText("").equals("system") ? "system" : "developer";
    }

    private void add(String role, List<Part> parts) {
        ArrayNode content = JsonNodeFactory.instance.arrayNode();
        parts.forEach(part -> ResponsesInputParts.add(part, content));
        if (!content.isEmpty()) {
            items.addObject().put("type", "message").put("role", role).set("content", content);
        }
    }

    private void answer(Message message) {
        endText();
        List<PlacedReasoning.Piece> pieces = PlacedReasoning.of(request, message, adaptation);
        if (!pieces.isEmpty()) {
            pieces(pieces);
            return;
        }
        for (Part part : ReasoningDeduplicator.once(message.parts(), ResponsesTranslatedItems::joined)) {
            switch (part) {
                case Part.Reasoning reasoning
                when withReasoning && !adaptation.ownThoughts() ->
                    reasoning(ResponsesRepeatedReasoning.of(reasoning, items.size()));
                case Part.RedactedReasoning redacted
                when withReasoning && !adaptation.ownThoughts() ->
                    reasoning(ResponsesRepeatedReasoning.of(redacted, items.size()));
                case Part.Reasoning _, Part.RedactedReasoning _ -> endText();
                case Part.Text _, Part.ToolCall _, Part.ToolResult _, Part.Reference _, Part.Image _, Part.Other _ ->
                    content(part);
            }
        }
    }

    /// Details that follow one another and belong to one item become that item.
    private void pieces(List<PlacedReasoning.Piece> pieces) {
        var open = new ResponsesDetailedItem();
        for (PlacedReasoning.Piece piece : pieces) {
            switch (piece) {
                case PlacedReasoning.Piece.Detail detail -> {
                    if (!open.takes(detail)) {
                        end(open);
                        open = new ResponsesDetailedItem();
                    }
                    open.add(detail);
                }
                case PlacedReasoning.Piece.Content(Part part) -> {
                    end(open);
                    open = new ResponsesDetailedItem();
                    content(part);
                }
            }
        }
        end(open);
    }

    private void end(ResponsesDetailedItem item) {
        if (withReasoning) {
            item.written(items.size(), adaptation.ownThoughts()).ifPresent(this::reasoning);
        }
    }

    private void reasoning(ObjectNode item) {
        endText();
        items.add(item);
    }

    private void endText() {
        text = JsonNodeFactory.instance.arrayNode();
    }

    private void content(Part part) {
        switch (part) {
            case Part.Text visible -> text(visible);
            case Part.ToolCall call -> {
                endText();
                call(call);
            }
            case Part.Reasoning _,
                    Part.RedactedReasoning _,
                    Part.ToolResult _,
                    Part.Reference _,
                    Part.Image _,
                    Part.Other _ -> endText();
        }
    }

    /// The first spelling with a text, else the first with a proof; with neither there is nothing to repeat.
    private static Optional<Part.Reasoning> joined(List<Part.Reasoning> spellings) {
        return spellings.stream()
                .filter(part -> !part.text().isEmpty())
                .findFirst()
                .or(() -> spellings.stream()
                        .filter(part -> part.signature().isPresent())
                        .findFirst());
    }

    private void text(Part.Text visible) {
        if (text.isEmpty()) {
            items.addObject()
                    .put("type", "message")
                    .put("id", ResponsesItemIds.id("msg_", items.size(), visible.text()))
                    .put("status", "completed")
                    .put("role", "assistant")
                    .set("content", text);
        }
        text.addObject().put("type", "output_text").put("text", visible.text()).putArray("annotations");
    }

    private void call(Part.ToolCall call) {
        items.addObject()
                .put("type", "function_call")
                .put("call_id", call.id())
                .put("name", call.name())
                .put("arguments", call.arguments().isBlank() ? "{}" : call.arguments());
    }

    /// Results first; a client's other content (reminders) follows as a message.
    private void results(List<Part> parts) {
        List<Part> texts = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            switch (parts.get(i)) {
                case Part.ToolResult result -> result(result, parts.subList(i + 1, parts.size()));
                case Part.Text text -> texts.add(text);
                case Part.Reasoning _,
                        Part.RedactedReasoning _,
                        Part.ToolCall _,
                        Part.Reference _,
                        Part.Image _,
                        Part.Other _ -> {}
            }
        }
        add("user", texts);
    }

    /// The text alone, or an array if an image or a file follows it before the next result.
    private void result(Part.ToolResult result, List<Part> rest) {
        ArrayNode beside = JsonNodeFactory.instance.arrayNode();
        for (Part part : rest) {
            if (part instanceof Part.ToolResult) {
                break;
            }
            if (!(part instanceof Part.Text)) {
                ResponsesInputParts.add(part, beside);
            }
        }
        ObjectNode item = items.addObject().put("type", "function_call_output").put("call_id", result.callId());
        if (beside.isEmpty()) {
            item.put("output", result.markedText());
        } else {
            ArrayNode output = item.putArray("output");
            ResponsesInputParts.text(result.markedText(), output);
            output.addAll(beside);
        }
    }

    /// Writes user content and the non-text content of tool results: texts, images, files and audio. Empty
    /// texts and blocks without a counterpart are dropped.
    private static final class ResponsesInputParts {
        private static final String TYPE = "type";

        private ResponsesInputParts() {}

        static void add(Part part, ArrayNode content) {
            switch (part) {
                case Part.Text(String _, String text) -> text(text, content);
                case Part.Image image ->
                    content.addObject()
                            .put(TYPE, "input_image")
                            .put("image_url", image.source().url())
                            .put("detail", detail(image.value()));
                case Part.Other(String _, JsonNode value) -> other(value, content);
                case Part.Reasoning _,
                        Part.RedactedReasoning _,
                        Part.ToolCall _,
                        Part.ToolResult _,
                        Part.Reference _ -> {}
            }
        }

        static void text(String text, ArrayNode content) {
            if (!text.isEmpty()) {
                content.addObject().put(TYPE, "input_text").put("text", text);
            }
        }

        private static String detail(JsonNode value) {
            return value.at("/image_url/detail").asText("auto");
        }

        private static void other(JsonNode value, ArrayNode content) {
            switch (value.path(TYPE).asText("")) {
                case "file" -> file(value.path("file"), content);
                case "input_audio" -> content.add(value.deepCopy());
                case "document" -> document(value, content);
                default -> {}
            }
        }

        /// A file of an OpenAI chat message: the fields have the same names.
        private static void file(JsonNode file, ArrayNode content) {
            if (file instanceof ObjectNode fields) {
                ObjectNode part = content.addObject().put(TYPE, "input_file");
                part.setAll(fields.deepCopy());
            }
        }

        /// A document of an Anthropic message.
        private static void document(JsonNode document, ArrayNode content) {
            JsonNode source = document.path("source");
            String data = source.path("data").asText("");
            switch (source.path(TYPE).asText("")) {
                case "text" -> text(data, content);
                case "url" ->
                    content.addObject()
                            .put(TYPE, "input_file")
                            .put("file_url", source.path("url").asText(""));
                case "base64" ->
                    content.addObject()
                            .put(TYPE, "input_file")
                            .put("filename", document.path("title").asText("document"))
                            .put(
                                    "file_data",
                                    "data:" + source.path("media_type").asText("") + ";base64," + data);
                default -> {}
            }
        }
    }
}
