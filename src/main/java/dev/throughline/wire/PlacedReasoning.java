package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/// An answer of which a chat client returns the reasoning as `reasoning_details` beside one text and its calls, put
/// together again: each detail before what it stood before.
///
/// The details that the record has of the answer are used, otherwise those of the message. The record knows the place
/// of each; those of a message show it by their `index`, see `ReasoningDetailsBuilder`: there a text is not divided.
public final class PlacedReasoning {
    /// The position of a detail, in the record: `{"characters": of the text, "calls": number}`.
    static final String AFTER = "after";

    private static final String DETAILS = "/reasoning_details/";

    private final Queue<Part.Text> texts = new ArrayDeque<>();
    private final Queue<Part> others = new ArrayDeque<>();
    private final List<Piece> pieces = new ArrayList<>();
    /// Taken of the first text.
    private int used;
    private long characters;
    private int calls;

    private PlacedReasoning(Message message) {
        for (Part part : message.parts()) {
            switch (part) {
                case Part.Text text -> texts.add(text);
                case Part.Reasoning _, Part.RedactedReasoning _ -> {}
                case Part.ToolCall _, Part.ToolResult _, Part.Reference _, Part.Image _, Part.Other _ ->
                    others.add(part);
            }
        }
    }

    /// A piece of the answer.
    public sealed interface Piece {
        /// An entry of `reasoning_details`.
        record Detail(ObjectNode fields) implements Piece {
            /// A field with a text; empty if it has none.
            public String text(String name) {
                return fields.path(name).asText("");
            }
        }

        /// A part of the message, or some of its text.
        record Content(Part part) implements Piece {}
    }

    /// The pieces of a message, in order; empty if there are no details of it, or none with its text.
    public static List<Piece> of(Conversation request, Message message, Adaptation adaptation) {
        List<JsonNode> recorded = new ArrayList<>();
        adaptation
                .details()
                .getOrDefault(message.path(), StrictJson.MAPPER.createArrayNode())
                .forEach(recorded::add);
        List<JsonNode> details = recorded.isEmpty() ? own(request, message) : recorded;
        if (details.isEmpty()) {
            return List.of();
        }
        var placed = new PlacedReasoning(message);
        for (int i = 0; i < details.size(); i++) {
            if (details.get(i) instanceof ObjectNode detail) {
                placed.detail(detail, i);
            }
        }
        placed.take(Long.MAX_VALUE, Integer.MAX_VALUE);
        return placed.pieces;
    }

    private static List<JsonNode> own(Conversation request, Message message) {
        List<JsonNode> details = new ArrayList<>();
        boolean hasText = false;
        boolean hasOther = false;
        for (Part part : message.parts()) {
            boolean isDetail = part.path().startsWith(message.path() + DETAILS);
            if (isDetail) {
                details.add(
                        request.body().at(part.path().substring(0, part.path().lastIndexOf('/'))));
            }
            if (part instanceof Part.Reasoning reasoning && !reasoning.text().isEmpty()) {
                hasText |= isDetail;
                hasOther |= !isDetail;
            }
        }
        boolean isUsed = request.dialect() == Dialect.OPENAI_CHAT && (hasText || !hasOther);
        return isUsed ? details : List.of();
    }

    /// @param ordinal number of details before it
    private void detail(ObjectNode detail, int ordinal) {
        JsonNode after = detail.path(AFTER);
        if (after.isObject()) {
            take(after.path("characters").asLong(), after.path("calls").asInt());
        } else {
            int before = detail.path("index").asInt() - ordinal;
            boolean isTextFirst = characters > 0 || !texts.isEmpty();
            take(before > 0 && isTextFirst ? Long.MAX_VALUE : 0, before - (isTextFirst ? 1 : 0));
        }
        pieces.add(new Piece.Detail(detail));
    }

    /// Takes the content up to a place.
    private void take(long endOfText, int endOfCalls) {
        while (characters < endOfText && !texts.isEmpty()) {
            text(texts.element(), endOfText - characters);
        }
        while (calls < endOfCalls && !others.isEmpty()) {
            calls += others.element() instanceof Part.ToolCall ? 1 : 0;
            pieces.add(new Piece.Content(others.remove()));
        }
    }

    private void text(Part.Text part, long most) {
        int end = (int) Math.min(part.text().length(), used + most);
        boolean isWhole = used == 0 && end == part.text().length();
        pieces.add(new Piece.Content(
                isWhole ? part : new Part.Text(part.path(), part.text().substring(used, end))));
        characters += end - used;
        used = end;
        if (end == part.text().length()) {
            texts.remove();
            used = 0;
        }
    }
}
