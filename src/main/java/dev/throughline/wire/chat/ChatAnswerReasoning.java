package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import java.util.function.Consumer;

/// Decodes the reasoning of a complete answer, or of a chunk with details.
///
/// The first field with a text is used; `reasoning_details` instead of it if they have the same text, since
/// they keep blocks and signatures apart. Opaque blocks that only the provider can read, and signatures
/// without a text, are always included.
final class ChatAnswerReasoning {
    private ChatAnswerReasoning() {}

    /// @param message a complete message, or the delta of a chunk
    static void decode(JsonNode message, Consumer<? super StreamEvent> out) {
        String plain = plain(message);
        JsonNode details = message.path(ChatReasoningBlocks.DETAILS);
        String detailed = text(details);
        if (plain.isEmpty() || plain.equals(detailed)) {
            ChatDelta.details(details, out);
            return;
        }
        out.accept(new ReasoningDelta(plain));
        for (JsonNode detail : details) {
            if (detailed.isEmpty() || isSealed(detail)) {
                ChatDelta.detail(detail, out);
            }
        }
    }

    private static boolean isSealed(JsonNode detail) {
        return detail.path("type").asText().equals("reasoning.encrypted");
    }

    /// The text of the first field with one; empty for none.
    static String plain(JsonNode message) {
        for (String field : ChatReasoningFields.PLAIN) {
            if (message.path(field).isTextual()
                    && !message.path(field).textValue().isEmpty()) {
                return message.path(field).textValue();
            }
        }
        return "";
    }

    /// The readable text of details, joined without a separator.
    public static String text(JsonNode details) {
        var text = new StringBuilder();
        for (JsonNode detail : details) {
            boolean isSummary = detail.path("type").asText().equals("reasoning.summary");
            text.append(detail.path(isSummary ? "summary" : "text").asText(""));
        }
        return text.toString();
    }
}
