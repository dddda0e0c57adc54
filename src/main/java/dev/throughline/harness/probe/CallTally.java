package dev.throughline.harness.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.probe.dialect.Heard;
import dev.throughline.harness.probe.dialect.Histories;
import dev.throughline.harness.probe.dialect.Said;
import dev.throughline.harness.probe.dialect.Speech;
import java.util.List;

/// How many calls a model made, and how many fit the tool's schema; calls of answers that were cut off do not count.
///
/// @param fitting those of the offered tool whose arguments are valid by its schema
/// @param made all of them
record CallTally(int fitting, int made) {
    static final CallTally NONE = new CallTally(0, 0);

    /// The tally with the calls of one more answer.
    CallTally and(Heard answer) {
        if (answer.isCut()) {
            return this;
        }
        List<Said.Call> calls = answer.calls();
        int good = (int) calls.stream().filter(CallTally::fits).count();
        return new CallTally(fitting + good, made + calls.size());
    }

    /// The schema of the probe's tool: an object with a text `place`.
    private static boolean fits(Said.Call call) {
        try {
            JsonNode arguments = Speech.JSON.readTree(call.arguments());
            return call.name().equals(Histories.TOOL)
                    && arguments.isObject()
                    && arguments.path("place").isTextual();
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
