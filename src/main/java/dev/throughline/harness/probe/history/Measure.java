package dev.throughline.harness.probe.history;

/// What a server shows of the prompt that it makes of a request.
sealed interface Measure {

    /// The prompt itself.
    record Prompt(String text) implements Measure {}

    /// The prompt's size.
    record Tokens(int count) implements Measure {}

    /// Nothing, and why.
    record Nothing(String reason) implements Measure {}
}
