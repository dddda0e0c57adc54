package dev.throughline.stub;

import dev.throughline.wire.ReasoningField;
import java.time.Duration;
import java.util.List;

/// The stub's behavior in one run.
///
/// @param tokens number of deltas of an answer in scenario LONG
/// @param pace time between deltas; zero for as fast as the client reads
/// @param redacted whether Anthropic answers begin with a `redacted_thinking` block
/// @param faults one for each affected exchange
/// @param seed makes the filler text and the splits repeatable
public record StubSettings(
        Scenario scenario,
        StubOutputForm output,
        ReasoningField reasoningField,
        int tokens,
        Duration pace,
        boolean redacted,
        List<InjectedFault> faults,
        long seed) {
    public StubSettings {
        faults = List.copyOf(faults);
    }

    /// The contract's defaults: scenario TOOLS, native form, no faults.
    public static StubSettings defaults() {
        return new StubSettings(
                Scenario.TOOLS,
                StubOutputForm.NATIVE,
                ReasoningField.REASONING_CONTENT,
                200,
                Duration.ZERO,
                false,
                List.of(),
                0);
    }
}
