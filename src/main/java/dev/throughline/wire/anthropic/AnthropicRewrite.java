package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.AnswerElement;
import dev.throughline.wire.ElementRewrite;
import dev.throughline.wire.ElementRewrite.Kind;
import dev.throughline.wire.StrictJson;
import java.util.List;
import java.util.Optional;

/// Rewrites a complete message after filters changed its content: its changed blocks, and its stop reason
/// if that differs; all its other fields and blocks are kept.
final class AnthropicRewrite {
    private AnthropicRewrite() {}

    public static byte[] of(ObjectNode body, List<StreamEvent> passed) {
        ObjectNode copy = body.deepCopy();
        copy.set("content", ElementRewrite.of(copy.withArray("content"), passed, new AnthropicContentForm()));
        if (passed.getLast() instanceof Finish(FinishReason reason, var _) && reason != reason(body, passed)) {
            copy.put("stop_reason", AnthropicUsage.stopReason(reason));
        }
        return StrictJson.write(copy);
    }

    private static FinishReason reason(ObjectNode body, List<StreamEvent> passed) {
        var end = new AnthropicAnswerEnd();
        end.stopReason(body.path("stop_reason"));
        return end.reason(
                (int) passed.stream().filter(ToolCallStart.class::isInstance).count());
    }

    /// Accesses the content blocks of a message received in one body.
    private static final class AnthropicContentForm implements ElementRewrite.Form {
        @Override
        public Kind kind(JsonNode element) {
            return switch (element.path("type").asText("")) {
                case "text" -> content(element).isEmpty() ? Kind.SILENT : Kind.TEXT;
                case "thinking" -> {
                    boolean isEmpty = content(element).isEmpty()
                            && element.path("signature").asText("").isEmpty();
                    yield isEmpty ? Kind.SILENT : Kind.REASONING;
                }
                case "redacted_thinking" -> Kind.SEALED;
                case "tool_use" -> Kind.CALL;
                default -> Kind.SILENT;
            };
        }

        @Override
        public String content(JsonNode element) {
            return element.path(field(element)).asText("");
        }

        private static String field(JsonNode element) {
            return switch (element.path("type").asText("")) {
                case "text" -> "text";
                case "thinking" -> "thinking";
                case "redacted_thinking" -> "data";
                default -> "id";
            };
        }

        @Override
        public JsonNode changed(ObjectNode element, String text) {
            return element.deepCopy().put(field(element), text);
        }

        /// A text of white space only is not written as a block.
        @Override
        public Optional<JsonNode> made(AnswerElement answerElement) {
            return switch (answerElement.kind()) {
                case TEXT, SILENT ->
                    Optional.of(answerElement.content())
                            .filter(text -> !text.isBlank())
                            .map(AnthropicBlockFactory::text);
                case REASONING ->
                    Optional.of(AnthropicBlockFactory.thinking(answerElement.content(), answerElement.signature()));
                case SEALED -> Optional.of(AnthropicBlockFactory.redacted(answerElement.content()));
                case CALL ->
                    Optional.of(AnthropicBlockFactory.call(
                            answerElement.content(),
                            answerElement.name(),
                            AnthropicCallInput.object(answerElement.arguments())));
            };
        }
    }
}
