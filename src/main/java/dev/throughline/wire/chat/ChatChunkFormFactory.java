package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Creates the forms in which changed chunks are written; chunks that were recognized by their bytes share
/// one.
final class ChatChunkFormFactory {
    private static final Set<String> WRITTEN = Set.of(
            "content",
            "refusal",
            "reasoning_content",
            "reasoning",
            "reasoning_text",
            "reasoning_details",
            "tool_calls",
            "function_call");

    private final ChatReasoningFields fields;
    private @Nullable SseFrame latest;
    private ChatFramePatterns.@Nullable Form known;
    private @Nullable ChatChunkForm form;

    /// @param fields where the answer carries reasoning
    ChatChunkFormFactory(ChatReasoningFields fields) {
        this.fields = fields;
    }

    /// Remembers a chunk that was forwarded unchanged.
    void saw(SseFrame frame) {
        latest = frame;
    }

    /// The form of a frame; that of the latest one with a choice, without its unknown delta fields, if this
    /// frame has none (usage, `[DONE]`).
    ChatChunkForm of(SseFrame frame, Optional<ChatFramePatterns.Form> recognized) {
        if (recognized.isEmpty() && !tree(frame).at("/choices/0").isObject()) {
            return latest().map(ChatChunkForm::withoutExtras).orElseGet(() -> of(frame));
        }
        latest = frame;
        ChatChunkForm made = form;
        ChatFramePatterns.Form same = recognized.orElse(null);
        if (made == null || same == null || same != known) {
            made = of(frame);
            form = made;
            known = same;
        }
        return made;
    }

    /// The form of the latest frame, if any was received.
    Optional<ChatChunkForm> latest() {
        SseFrame frame = latest;
        return frame == null ? Optional.empty() : Optional.of(of(frame));
    }

    /// Rewrites a frame of the answer's end.
    /// @param reason the replacement of its finish reason, if it must change
    /// @param isEmptied whether its delta was already written
    static void end(SseFrame frame, Optional<FinishReason> reason, boolean isEmptied, FrameBuffer out) {
        JsonNode tree = tree(frame);
        if (!(tree instanceof ObjectNode chunk) || !(chunk.at("/choices/0") instanceof ObjectNode choice)) {
            out.raw(frame.bytes(), frame.from(), frame.length());
            return;
        }
        if (isEmptied) {
            choice.set("delta", choice.objectNode());
        }
        if (choice.path("finish_reason").isTextual()) {
            reason.ifPresent(why -> choice.put("finish_reason", ChatFinish.reason(why)));
        }
        out.raw("data: ").raw(StrictJson.write(chunk)).raw("\n\n");
    }

    private ChatChunkForm of(SseFrame frame) {
        JsonNode chunk = tree(frame);
        JsonNode choice = chunk.at("/choices/0");
        var before = new FrameBuffer().raw("data: {");
        var behind = new FrameBuffer();
        boolean isBehind = false;
        for (Map.Entry<String, JsonNode> field : chunk.properties()) {
            if (field.getKey().equals("choices")) {
                isBehind = true;
            } else if (isBehind) {
                behind.raw(",").json(field.getKey()).raw(":").raw(StrictJson.write(field.getValue()));
            } else {
                before.json(field.getKey())
                        .raw(":")
                        .raw(StrictJson.write(field.getValue()))
                        .raw(",");
            }
        }
        choice(choice, before);
        JsonNode delta = choice.path("delta");
        ChatDeltaForm form = ChatDeltaForm.of(delta, fields.names());
        return new ChatChunkForm(before.take(), behind.raw("}\n\n").take(), extras(delta), form);
    }

    private static void choice(JsonNode choice, FrameBuffer out) {
        out.raw("\"choices\":[{");
        for (Map.Entry<String, JsonNode> field : choice.properties()) {
            if (!field.getKey().equals("delta") && !field.getKey().equals("finish_reason")) {
                out.json(field.getKey())
                        .raw(":")
                        .raw(StrictJson.write(field.getValue()))
                        .raw(",");
            }
        }
        out.raw("\"delta\":{");
    }

    private static String extras(JsonNode delta) {
        var out = new StringBuilder();
        for (Map.Entry<String, JsonNode> field : delta.properties()) {
            if (!WRITTEN.contains(field.getKey())) {
                out.append(out.isEmpty() ? "" : ",");
                out.append(StrictJson.text(com.fasterxml.jackson.databind.node.TextNode.valueOf(field.getKey())));
                out.append(':').append(StrictJson.text(field.getValue()));
            }
        }
        return out.toString();
    }

    private static JsonNode tree(SseFrame frame) {
        try {
            return StrictJson.LENIENT.readTree(frame.data(), frame.dataFrom(), frame.dataTo() - frame.dataFrom());
        } catch (IOException _) {
            return StrictJson.LENIENT.missingNode();
        }
    }
}
