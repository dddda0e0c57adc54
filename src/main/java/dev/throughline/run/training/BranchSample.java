package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.wire.StrictJson;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A branch with everything that its row is made of.
///
/// @param context of its last request, as `SampleContext` keeps it
/// @param answer the recorded one; arguments of its calls as the text that the model wrote
/// @param finish why the model stopped; empty for an answer without an end
/// @param written what the model wrote in the answers that the request may carry
record BranchSample(
        BranchEnd end,
        ObjectNode context,
        ObjectNode answer,
        Optional<FinishReason> finish,
        Set<NormalizedAnswer> written,
        BranchPreservation preservation) {

    /// Whether the answer came to the end that the model chose.
    boolean isWhole() {
        return finish.filter(BranchSample::isChosen).isPresent();
    }

    static boolean isChosen(FinishReason finish) {
        return finish == FinishReason.STOP || finish == FinishReason.TOOL_CALLS;
    }

    int answerIndex() {
        return context.path(SampleContext.MESSAGES).size();
    }

    /// The messages of the request and the answer.
    ///
    /// @throws OmittedSampleException if the answer has parts that are no text
    ArrayNode messages() throws OmittedSampleException {
        ArrayNode all = StrictJson.MAPPER.createArrayNode();
        all.addAll((ArrayNode) context.path(SampleContext.MESSAGES));
        return all.add(SampleContext.message(answer));
    }

    /// The indices of the messages that are as the model wrote them: the answer, and those of before
    /// that came back unchanged.
    Set<Integer> unchanged() {
        Set<Integer> found = new TreeSet<>();
        JsonNode messages = context.path(SampleContext.MESSAGES);
        for (int index = 0; index < messages.size(); index++) {
            JsonNode message = messages.path(index);
            if (message.path("role").asText().equals("assistant")
                    && NormalizedAnswer.of(message).filter(written::contains).isPresent()) {
                found.add(index);
            }
        }
        found.add(answerIndex());
        return found;
    }
}
