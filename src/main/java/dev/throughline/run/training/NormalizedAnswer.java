package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What an assistant's message says, to compare what a client sent back with what the model wrote.
/// White space around texts does not count: templates remove it.
///
/// @param calls names and arguments in turn, the arguments as trees where they are JSON
record NormalizedAnswer(String reasoning, String content, List<Object> calls) {
    /// Empty for a message with parts that are no text.
    static Optional<NormalizedAnswer> of(JsonNode message) {
        try {
            String reasoning = SampleMessages.reasoning(message);
            return Optional.of(new NormalizedAnswer(
                    reasoning == null ? "" : reasoning.strip(),
                    SampleMessages.text(message.path(SampleMessages.CONTENT)).strip(),
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
