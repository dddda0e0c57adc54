package dev.throughline.render;

import java.util.List;
import java.util.Optional;

/// Properties of a model's family that its template does not show: the header of an answer, and what ends an answer.
///
/// @param headers what the prompt writes before an answer, in every form; the longest match is used
/// @param stops strings that end an answer, each a special token; the first ends an answer without calls
/// @param callStop what ends an answer with calls, if different
public record ModelProfile(List<String> headers, List<String> stops, Optional<String> callStop) {
    private static final List<String> GLM_STOPS = List.of("<|user|>", "<|observation|>", "<|endoftext|>");
    private static final Optional<String> GLM_CALL_STOP = Optional.of("<|observation|>");

    public ModelProfile {
        headers = List.copyOf(headers);
        stops = List.copyOf(stops);
        if (headers.isEmpty() || stops.isEmpty()) {
            throw new IllegalArgumentException("a profile needs a header and a stop string");
        }
        if (headers.stream().anyMatch(String::isEmpty) || stops.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a header or stop string of a profile is empty");
        }
    }

    /// The profile of a GLM version. The models of 4.5 and 4.6 write `<think>` themselves; for the later
    /// ones the prompt does, and a lone `</think>` is part of it too.
    public static ModelProfile of(GlmVersion version) {
        boolean opensItself =
                version.name().startsWith("glm-4.5") || version.name().startsWith("glm-4.6");
        List<String> headers = opensItself
                ? List.of("<|assistant|>\n", "<|assistant|>")
                : List.of("<|assistant|><think>", "<|assistant|></think>", "<|assistant|>");
        return new ModelProfile(headers, GLM_STOPS, GLM_CALL_STOP);
    }

    /// The end of an answer with or without calls, as a training sample should teach it; empty where a
    /// family has nothing for it.
    public String finalStop(boolean hasCalls) {
        return hasCalls ? callStop.orElse(stops.getFirst()) : stops.getFirst();
    }
}
