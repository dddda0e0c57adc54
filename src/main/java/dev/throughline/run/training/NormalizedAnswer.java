package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
