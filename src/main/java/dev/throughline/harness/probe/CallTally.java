package dev.throughline.harness.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.probe.dialect.ProbeAnswer;
import dev.throughline.harness.probe.dialect.ProbeHistories;
import dev.throughline.harness.probe.dialect.ProbeTurn;
import dev.throughline.text.Json;
import java.util.List;

/// How many calls a model made, and how many fit the tool's schema; calls of answers that were cut off do not count.
///
/// @param fitting those of the offered tool whose arguments are valid by its schema
/// @param made all of them
record CallTally(int fitting, int made) {
    static final CallTally NONE = new CallTally(0, 0);

    /// The tally with the calls of one more answer.
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
