package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.JsonBody;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes a whole message again after filters changed what it says: its content anew, its stop reason where that is
/// another one; all its other fields stay.
final class RewrittenMessage {
    private RewrittenMessage() {}

    static byte[] of(ObjectNode body, List<StreamEvent> passed) {
        var content = new AnthropicWhole("", "");
        passed.forEach(content::on);
        var array = new FrameBuffer();
        content.content(array);
        ObjectNode copy = body.deepCopy();
        copy.putRawValue("content", new RawValue(new String(array.take(), StandardCharsets.UTF_8)));
        if (passed.getLast() instanceof Finish(FinishReason reason) && reason != reason(body, passed)) {
            copy.put("stop_reason", AnthropicUsage.stopReason(reason));
        }
        return JsonBody.write(copy);
    }

    private static FinishReason reason(ObjectNode body, List<StreamEvent> passed) {
        var end = new AnswerEnd();
        end.stopReason(body.path("stop_reason"));
        return end.reason(
                (int) passed.stream().filter(ToolCallStart.class::isInstance).count());
    }
}
