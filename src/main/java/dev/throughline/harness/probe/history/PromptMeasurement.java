package dev.throughline.harness.probe.history;

/// What a server shows of the prompt that it makes of a request.
sealed interface PromptMeasurement {

    /// The prompt itself.
    record Prompt(String text) implements PromptMeasurement {}

    /// The prompt's size.
    record Tokens(int count) implements PromptMeasurement {}

    /// Nothing, and why.
    record Nothing(String reason) implements PromptMeasurement {}
}
