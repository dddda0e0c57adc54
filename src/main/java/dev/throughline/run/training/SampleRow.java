package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import java.util.Set;

/// Writes the columns of the message-based shapes.
final class SampleRow {
    private SampleRow() {}

    /// @throws OmittedSampleException if a message is not text
    static void messages(BranchSample sample, ObjectNode out) throws OmittedSampleException {
        ArrayNode messages = sample.messages();
        out.set(SampleContext.MESSAGES, SampleMessages.write(messages, 0, messages.size()));
        Set<Integer> unchanged = sample.unchanged();
        ArrayNode mask = out.putArray("trainable_mask");
        for (int index = 0; index < messages.size(); index++) {
            mask.add(unchanged.contains(index));
        }
        options(sample, out);
    }

    /// @throws OmittedSampleException if a message is not text
    static void promptAndCompletion(BranchSample sample, ObjectNode out) throws OmittedSampleException {
        ArrayNode messages = sample.messages();
        out.set("prompt", SampleMessages.write(messages, 0, sample.answerIndex()));
        out.set("completion", SampleMessages.write(messages, sample.answerIndex(), messages.size()));
        options(sample, out);
    }

    /// As JSON text: table readers give all rows one type, and would add the fields of all other tools to
    /// each tool.
    private static void options(BranchSample sample, ObjectNode out) {
        JsonNode tools = sample.context().path(SampleContext.TOOLS);
        out.put(SampleContext.TOOLS, tools.isEmpty() ? null : StrictJson.text(tools));
        ObjectNode options = SampleContext.options(sample.context());
        out.put("chat_template_kwargs", options.isEmpty() ? null : StrictJson.text(options));
    }
}
