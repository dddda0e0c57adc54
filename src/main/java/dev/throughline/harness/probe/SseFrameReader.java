package dev.throughline.harness.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses a complete stream of Server-Sent Events. Source: WHATWG HTML 9.2.6.
public final class SseFrameReader {
    private SseFrameReader() {}

    /// The data of every event, in order.
    public static List<String> of(String stream) {
        List<String> frames = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String line : stream.split("\r\n|\r|\n", -1)) {
            if (line.startsWith("data:")) {
                lines.add(line.startsWith("data: ") ? line.substring(6) : line.substring(5));
            } else if (line.isEmpty() && !lines.isEmpty()) {
                frames.add(String.join("\n", lines));
                lines.clear();
            }
        }
        return frames;
    }

    /// A frame as JSON; any other frame is a failure of the answer, except the end mark of the chat dialect, which vLLM
    /// up to 0.16 writes after messages too and clients ignore.
    static Optional<JsonNode> json(String frame, AnswerCollector answer) {
        if (frame.equals("[DONE]")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.TREES.readTree(frame));
        } catch (JsonProcessingException e) {
            answer.failure("a frame of the stream is not JSON");
            return Optional.empty();
        }
    }
}
