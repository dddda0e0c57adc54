package dev.throughline.harness.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.util.List;

/// Counts a model's calls, and those that are valid by the tool's schema; calls of truncated answers are not counted.
///
/// @param fitting calls of the offered tool whose arguments are valid by its schema
/// @param made all calls
record CallTally(int fitting, int made) {
    static final CallTally NONE = new CallTally(0, 0);

    /// The tally including the calls of another answer.
    CallTally and(ProbeAnswer answer) {
        if (answer.isCut()) {
            return this;
        }
        List<ProbeTurn.Call> calls = answer.calls();
        int good = (int) calls.stream().filter(CallTally::fits).count();
        return new CallTally(fitting + good, made + calls.size());
    }

    /// The schema of the probe's tool: an object with a text `place`.
    private static boolean fits(ProbeTurn.Call call) {
        try {
            JsonNode arguments = Json.TREES.readTree(call.arguments());
            return call.name().equals(ProbeHistories.TOOL)
                    && arguments.isObject()
                    && arguments.path("place").isTextual();
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
