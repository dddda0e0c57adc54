package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatForm;
import dev.throughline.run.training.BranchReader.BranchEnd;
import dev.throughline.stream.FinishReason;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A branch with all data of its row.
///
/// @param form how the server hands messages to its template
/// @param context the context of its last request, as reduced by `SampleContext`
/// @param answer the recorded one; arguments of its calls as the text that the model wrote
/// @param finish why the model stopped; empty for an unfinished answer
/// @param written what the model wrote in the answers that the request may carry
record BranchSample(
        BranchEnd end,
        ChatForm form,
        ObjectNode context,
        ObjectNode answer,
        Optional<FinishReason> finish,
        Set<NormalizedAnswer> written,
        BranchPreservation preservation) {
    /// Whether the model ended the answer itself.
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
    /// @throws OmittedSampleException if the answer has parts that are not text
    ArrayNode messages() throws OmittedSampleException {
        ArrayNode all = StrictJson.MAPPER.createArrayNode();
        all.addAll((ArrayNode) context.path(SampleContext.MESSAGES));
        return all.add(SampleContext.message(answer));
    }

    /// The indices of the messages that are as the model wrote them: the answer, and earlier ones that were
    /// returned unchanged.
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

    /// The content of an assistant message, for comparing what a client returned with what the model wrote.
    /// Surrounding white space is ignored, since templates remove it.
    ///
    /// @param calls names and arguments alternately, the arguments as trees if they are JSON
    record NormalizedAnswer(String reasoning, String content, List<Object> calls) {
        /// Empty for a message with parts that are not text.
        static Optional<NormalizedAnswer> of(JsonNode message) {
            try {
                String reasoning = SampleMessages.reasoning(message);
                return Optional.of(new NormalizedAnswer(
                        reasoning == null ? "" : reasoning.strip(),
                        SampleMessages.text(message.path(SampleMessages.CONTENT))
                                .strip(),
                        calls(message.path(SampleMessages.CALLS))));
            } catch (OmittedSampleException _) {
                return Optional.empty();
            }
        }

        private static List<Object> calls(JsonNode calls) {
            List<Object> found = new ArrayList<>();
            for (JsonNode call : calls) {
                found.add(call.at("/function/name").asText());
                JsonNode arguments = call.at("/function/arguments");
                found.add(arguments.isTextual() ? parsed(arguments.textValue()) : arguments);
            }
            return List.copyOf(found);
        }

        private static Object parsed(String arguments) {
            byte[] text = (arguments.isBlank() ? "{}" : arguments).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            return StrictJson.object(text).<Object>map(object -> object).orElse(arguments);
        }
    }
}
