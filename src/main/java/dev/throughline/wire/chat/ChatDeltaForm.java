package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The members of a backend's delta that carry text, without it: changed text is written into the same fields, beside
/// the same ids and indexes.
///
/// @param text JSON around a visible text, which belongs between each two pieces
/// @param reasoning the same for reasoning, which several fields may repeat
/// @param signed members of the detail that carried a proof; empty for none
/// @param sealed whole opaque details, by their data
record ChatDeltaForm(List<String> text, List<String> reasoning, String signed, Map<String, String> sealed) {
    private static final String DETAILS = ChatReasoningBlocks.DETAILS;
    private static final Set<String> TEXTS = Set.of("text", "summary", "thinking", "signature", "data");

    /// @param fields where the answer carries reasoning, for a delta that has none
    static ChatDeltaForm of(JsonNode delta, List<String> fields) {
        return new ChatDeltaForm(text(delta), reasoning(delta, fields), signed(delta), sealed(delta));
    }

    /// Writes a visible text.
    void text(String value, FrameBuffer out) {
        write(text, value, out);
    }

    /// Writes reasoning.
    void reasoning(String value, FrameBuffer out) {
        write(reasoning, value, out);
    }

    /// Writes a proof, into a separate detail that a reader merges with the text.
    void signature(String value, FrameBuffer out) {
        out.raw("\"").raw(DETAILS).raw("\":[{").raw(signed).raw(signed.isEmpty() ? "" : ",");
        out.raw("\"signature\":").json(value).raw("}]");
    }

    private static void write(List<String> pieces, String value, FrameBuffer out) {
        out.raw(pieces.getFirst());
        for (int i = 1; i < pieces.size(); i++) {
            out.json(value).raw(pieces.get(i));
        }
    }

    private static List<String> text(JsonNode delta) {
        var form = new Pieces();
        JsonNode content = delta.path("content");
        for (JsonNode part : content) {
            if (part.path("text").isTextual()) {
                return form.name("content")
                        .add("[")
                        .entry(part, "text")
                        .add("]")
                        .end();
            }
        }
        boolean isRefusal = content.asText("").isEmpty()
                && !delta.path("refusal").asText("").isEmpty();
        return form.name(isRefusal ? "refusal" : "content").cut().end();
    }

    private static List<String> reasoning(JsonNode delta, List<String> usual) {
        var form = new Pieces();
        for (JsonNode part : delta.path("content")) {
            if (part.has("thinking")) {
                return form.name("content")
                        .add("[")
                        .entry(part, "thinking")
                        .add("]")
                        .end();
            }
        }
        JsonNode detail = readable(delta);
        List<String> fields = new ArrayList<>(ChatReasoningFields.in(delta));
        fields.removeIf(field -> field.equals(DETAILS) && detail.isMissingNode());
        for (String field : fields.isEmpty() ? usual : fields) {
            form.name(field);
            if (!field.equals(DETAILS)) {
                form.cut();
            } else if (detail.isMissingNode()) {
                form.add("[{\"type\":\"reasoning.text\",\"text\":").cut().add("}]");
            } else {
                form.add("[")
                        .entry(detail, detail.has("summary") ? "summary" : "text")
                        .add("]");
            }
        }
        return form.end();
    }

    private static JsonNode readable(JsonNode delta) {
        for (JsonNode detail : delta.path(DETAILS)) {
            if (detail.path("text").isTextual() || detail.path("summary").isTextual()) {
                return detail;
            }
        }
        return delta.path(DETAILS).path("none");
    }

    private static String signed(JsonNode delta) {
        for (JsonNode detail : delta.path(DETAILS)) {
            if (detail.hasNonNull("signature")) {
                return new Pieces().members(detail, "").end().getFirst();
            }
        }
        return "";
    }

    private static Map<String, String> sealed(JsonNode delta) {
        Map<String, String> found = new HashMap<>();
        for (JsonNode detail : delta.path(DETAILS)) {
            if (detail.path("data").isTextual()) {
                found.put(detail.path("data").textValue(), StrictJson.text(detail));
            }
        }
        return found;
    }

    /// JSON under construction, cut where the text belongs.
    private static final class Pieces {
        private final List<String> pieces = new ArrayList<>();
        private final StringBuilder piece = new StringBuilder();
        private boolean isFirst = true;

        Pieces add(String json) {
            piece.append(json);
            return this;
        }

        Pieces name(String field) {
            piece.append(isFirst ? "" : ",").append(StrictJson.text(TextNode.valueOf(field)));
            piece.append(':');
            isFirst = false;
            return this;
        }

        Pieces cut() {
            pieces.add(piece.toString());
            piece.setLength(0);
            return this;
        }

        Pieces entry(JsonNode entry, String field) {
            piece.append('{');
            isFirst = true;
            members(entry, field).piece.append('}');
            isFirst = false;
            return this;
        }

        /// The members of an entry; of those with text only this field, empty.
        Pieces members(JsonNode entry, String field) {
            for (Map.Entry<String, JsonNode> member : entry.properties()) {
                if (member.getKey().equals(field)) {
                    name(field);
                    JsonNode parts = member.getValue();
                    if (parts.isArray()) {
                        add("[{\"type\":\"text\",\"text\":").cut().add("}]");
                    } else {
                        cut();
                    }
                } else if (!TEXTS.contains(member.getKey())) {
                    name(member.getKey()).add(StrictJson.text(member.getValue()));
                }
            }
            return this;
        }

        List<String> end() {
            pieces.add(piece.toString());
            return List.copyOf(pieces);
        }
    }
}
