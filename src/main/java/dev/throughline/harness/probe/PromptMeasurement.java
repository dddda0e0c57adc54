package dev.throughline.harness.probe;

/// The prompt measurements that a server discloses for a request.
sealed interface PromptMeasurement {
    /// The prompt itself.
    record Prompt(String text) implements PromptMeasurement {}

    /// The prompt's size.
    record Tokens(int count) implements PromptMeasurement {}

    /// Nothing, with the reason.
    ///
    /// @param isRefusal whether the server said that the request itself is wrong
    record Nothing(String reason, boolean isRefusal) implements PromptMeasurement {
        Nothing(String reason) {
            this(reason, false);
        }
    }
}
