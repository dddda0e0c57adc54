package dev.throughline.gateway.answer;

import dev.throughline.run.AnswerOutcome;
import dev.throughline.stream.StreamEvent;

/// Findings about an answer that accumulate while it is given.
public interface AnswerFindings {
    /// An answer of which all that is found was known before.
    static AnswerFindings known(AnswerOutcome outcome) {
        return new AnswerFindings() {
            @Override
            public void on(StreamEvent event) {
                // known before
            }

            @Override
            public AnswerOutcome produced() {
                return outcome;
            }
        };
    }

    /// Takes an event that the client gets.
    void on(StreamEvent event);

    /// The findings at the end of the answer.
    AnswerOutcome produced();
}
