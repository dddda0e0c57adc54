package dev.throughline.gateway.answer;

import dev.throughline.run.AnswerOutcome;
import dev.throughline.stream.StreamEvent;

/// What is found out about an answer while it is given.
public interface AnswerFindings {
    /// The answer of the stub: all is known before it begins.
    AnswerFindings NONE = new AnswerFindings() {
        @Override
        public void on(StreamEvent event) {
            // known before
        }

        @Override
        public AnswerOutcome produced() {
            return AnswerOutcome.NOTHING;
        }
    };

    /// Takes an event that the client gets.
    void on(StreamEvent event);

    /// What is known when the answer is over.
    AnswerOutcome produced();
}
