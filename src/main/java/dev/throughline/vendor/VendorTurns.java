package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Dialect;
import java.util.ArrayList;
import java.util.List;

/// The turns of a request, as far as rules about thoughts and calls look at them.
record VendorTurns(List<Turn> turns) {
    VendorTurns {
        turns = List.copyOf(turns);
    }

    enum Speaker {
        SYSTEM,
        USER,
        ASSISTANT,
        RESULTS
    }

    /// Adjacent output of the model, or a message of another speaker.
    /// @param index of its first element in the request's array
    record Turn(Speaker speaker, int index, String pointer, List<Piece> pieces) {
        Turn {
            pieces = List.copyOf(pieces);
        }
    }

    /// @param pointer of the block, item or field
    sealed interface Piece {
        String pointer();

        /// @param proof signature or sealed data; empty for none
        /// @param id of its item; empty for none
        record Thought(String pointer, String form, String text, String proof, String id) implements Piece {}

        /// @param id with which its result names it
        /// @param item id of its item; empty for none
        record Call(String pointer, String id, String item) implements Piece {}

        record Result(String pointer, String id) implements Piece {}

        /// @param item id of its item; empty for none
        record Text(String pointer, String item) implements Piece {}
    }

    static VendorTurns of(VendorRequest request) {
        JsonNode body = request.body();
        if (request.form().equals(Dialect.RESPONSES.id())) {
            return new VendorTurns(items(body.path("input")));
        }
        boolean isBlocks = request.form().equals(Dialect.ANTHROPIC.id());
        List<Turn> turns = new ArrayList<>();
        JsonNode messages = body.path("messages");
        for (int i = 0; i < messages.size(); i++) {
            String pointer = "/messages/" + i;
            List<Piece> pieces = isBlocks ? blocks(messages.get(i), pointer) : message(messages.get(i), pointer);
            turns.add(new Turn(speaker(messages.get(i), pieces), i, pointer, pieces));
        }
        return new VendorTurns(turns);
    }

    private static Speaker speaker(JsonNode message, List<Piece> pieces) {
        return switch (message.path("role").asText("")) {
            case "assistant" -> Speaker.ASSISTANT;
            case "system", "developer" -> Speaker.SYSTEM;
            default -> pieces.stream().anyMatch(Piece.Result.class::isInstance) ? Speaker.RESULTS : Speaker.USER;
        };
    }

    private static List<Piece> blocks(JsonNode message, String pointer) {
        List<Piece> pieces = new ArrayList<>();
        JsonNode content = message.path("content");
        for (int i = 0; content.isArray() && i < content.size(); i++) {
            JsonNode block = content.get(i);
            String at = pointer + "/content/" + i;
            String type = block.path("type").asText("");
            switch (type) {
                case "thinking" ->
                    pieces.add(new Piece.Thought(at, type, text(block, "thinking"), text(block, "signature"), ""));
                case "redacted_thinking" -> pieces.add(new Piece.Thought(at, type, "", text(block, "data"), ""));
                case "tool_use" -> pieces.add(new Piece.Call(at, text(block, "id"), ""));
                case "tool_result" -> pieces.add(new Piece.Result(at, text(block, "tool_use_id")));
                default -> pieces.add(new Piece.Text(at, ""));
            }
        }
        if (content.isTextual()) {
            pieces.add(new Piece.Text(pointer + "/content", ""));
        }
        return pieces;
    }

    private static List<Piece> message(JsonNode message, String pointer) {
        List<Piece> pieces = new ArrayList<>();
        if (message.path("role").asText("").equals("tool")) {
            return List.of(new Piece.Result(pointer, text(message, "tool_call_id")));
        }
        for (String field : List.of("reasoning_content", "reasoning")) {
            if (message.path(field).isTextual()) {
                pieces.add(new Piece.Thought(pointer + "/" + field, field, text(message, field), "", ""));
            }
        }
        JsonNode details = message.path("reasoning_details");
        for (int i = 0; i < details.size(); i++) {
            JsonNode detail = details.get(i);
            String proof = text(detail, detail.has("data") ? "data" : "signature");
            pieces.add(new Piece.Thought(
                    pointer + "/reasoning_details/" + i, "detail", text(detail, "text"), proof, text(detail, "id")));
        }
        if (message.path("content").isContainerNode()
                || !message.path("content").asText("").isEmpty()) {
            pieces.add(new Piece.Text(pointer + "/content", ""));
        }
        JsonNode calls = message.path("tool_calls");
        for (int i = 0; i < calls.size(); i++) {
            String at = pointer + "/tool_calls/" + i;
            String proof =
                    calls.get(i).at("/extra_content/google/thought_signature").asText("");
            if (!proof.isEmpty()) {
                pieces.add(new Piece.Thought(at, "thought_signature", "", proof, ""));
            }
            pieces.add(new Piece.Call(at, text(calls.get(i), "id"), ""));
        }
        return pieces;
    }

    private static List<Turn> items(JsonNode input) {
        List<Turn> turns = new ArrayList<>();
        List<Piece> open = new ArrayList<>();
        int first = 0;
        for (int i = 0; input.isArray() && i < input.size(); i++) {
            JsonNode item = input.get(i);
            String at = "/input/" + i;
            String type = item.path("type").asText("message");
            boolean isOutput = !type.endsWith("_output")
                    && (!type.equals("message") || text(item, "role").equals("assistant"));
            if (isOutput) {
                first = open.isEmpty() ? i : first;
                open.add(output(item, type, at));
                continue;
            }
            end(open, first, turns);
            boolean isResult = type.endsWith("_output");
            List<Piece> pieces = List.of(
                    isResult ? new Piece.Result(at, text(item, "call_id")) : new Piece.Text(at, text(item, "id")));
            Speaker speaker = isResult ? Speaker.RESULTS : speaker(item, pieces);
            turns.add(new Turn(speaker, i, at, pieces));
        }
        end(open, first, turns);
        return turns;
    }

    private static void end(List<Piece> open, int first, List<Turn> turns) {
        if (!open.isEmpty()) {
            turns.add(new Turn(Speaker.ASSISTANT, first, "/input/" + first, open));
            open.clear();
        }
    }

    private static Piece output(JsonNode item, String type, String at) {
        if (type.equals("reasoning")) {
            String proof = text(item, "encrypted_content");
            return new Piece.Thought(at, type, item.at("/content/0/text").asText(""), proof, text(item, "id"));
        }
        boolean isCall = type.endsWith("_call") && item.has("call_id");
        return isCall
                ? new Piece.Call(at, text(item, "call_id"), text(item, "id"))
                : new Piece.Text(at, text(item, "id"));
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }
}
