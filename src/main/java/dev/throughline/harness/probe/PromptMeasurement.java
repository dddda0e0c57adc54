package dev.throughline.harness.probe;

/// What a server discloses about the prompt of a request.
sealed interface PromptMeasurement {
    /// The prompt itself.
    record Prompt(String text) implements PromptMeasurement {}

    /// The prompt's size.
    record Tokens(int count) implements PromptMeasurement {}

    /// Nothing, with the reason.
    record Nothing(String reason) implements PromptMeasurement {}
}
