package dev.throughline.filter;

import java.util.Optional;

/// The text of the reasoning that a prompt has opened, for the case that the model skips thinking and ends the answer
/// without a closer: then it is the answer, and is given as content as well. A stream has shown it as reasoning by
/// then. Texts above 256 Ki characters are thoughts. Not thread-safe.
///
/// Source: sgl-project/sglang#37645, where 700 of 119,000 answers of GLM-5.2 ended so and all of them were answers.
final class UnclosedReasoning {
    private static final int LONGEST = 256 * 1024;

    private final StringBuilder text = new StringBuilder();
    private boolean isOpen;

    /// The prompt has opened the reasoning.
    void open() {
        isOpen = true;
    }

    /// Text of it.
    void text(String more) {
        if (isOpen) {
            text.append(more);
            if (text.length() > LONGEST) {
                close();
            }
        }
    }

    /// Anything but its text has been read.
    void close() {
        isOpen = false;
        text.setLength(0);
    }

    /// The answer that it is, if the answer ends regularly now.
    Optional<String> answer() {
        return text.toString().isBlank() ? Optional.empty() : Optional.of(text.toString());
    }
}
