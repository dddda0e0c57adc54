package dev.throughline.harness.probe;

/// The prompt measurements that a server discloses for a request.
sealed interface PromptMeasurement {
    /// The prompt itself.
    record Prompt(String text) implements PromptMeasurement {}

    /// The prompt's size.
    record Tokens(int count) implements PromptMeasurement {}

    /// Nothing, with the reason.
    record Nothing(String reason) implements PromptMeasurement {}
}
