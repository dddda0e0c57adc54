package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.ElementRewrite;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesBodyWriter;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import java.util.List;

/// Writes a whole response again after filters changed what it says; all its other fields, and items of which the same
/// passed, stay.
public final class ResponsesRewrite {
    private ResponsesRewrite() {}

    public static byte[] of(ObjectNode body, List<StreamEvent> passed) {
        ObjectNode copy = body.deepCopy();
        if (passed.getLast() instanceof Finish finish) {
            String status = ResponsesBodyWriter.status(finish.reason());
            if (!copy.path("status").asText("completed").equals(status)) {
                ResponsesRelayEnd.putStatus(copy, finish.reason());
            }
        }
        if (copy.path("output") instanceof ArrayNode received) {
            String id = ResponsesRelayEnd.key(copy);
            ArrayNode output =
                    ElementRewrite.of(received, passed, new ResponsesOutputForm(id, ResponsesItemStatus.COMPLETED));
            copy.set("output", output);
            if (copy.path("output_text").isTextual()) {
                copy.put("output_text", ResponsesRelayEnd.text(output));
            }
        }
        return StrictJson.write(copy);
    }
}
