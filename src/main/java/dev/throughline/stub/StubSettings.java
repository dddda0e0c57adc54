package dev.throughline.stub;

import dev.throughline.wire.ReasoningField;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The stub's behavior in one run.
///
/// @param tokens number of deltas of an answer in scenario LONG
/// @param pace time between deltas; zero for as fast as the client reads
/// @param redacted whether Anthropic answers begin with a `redacted_thinking` block
/// @param faults one for each affected exchange
/// @param vendor id of the profile of the rule book as which it answers; empty for none
/// @param seed makes the filler text and the splits repeatable
public record StubSettings(
        Scenario scenario,
        StubOutputForm output,
        ReasoningField reasoningField,
        int tokens,
        Duration pace,
        boolean redacted,
        List<InjectedFault> faults,
        long seed,
        Optional<String> vendor) {
    public StubSettings {
        faults = List.copyOf(faults);
    }

    /// The same, answering as a vendor.
    public StubSettings as(Optional<String> other) {
        return new StubSettings(scenario, output, reasoningField, tokens, pace, redacted, faults, seed, other);
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
                0,
                Optional.empty());
    }
}
