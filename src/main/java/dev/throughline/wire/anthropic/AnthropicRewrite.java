package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.ElementRewrite;
import dev.throughline.wire.StrictJson;
import java.util.List;

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
}
