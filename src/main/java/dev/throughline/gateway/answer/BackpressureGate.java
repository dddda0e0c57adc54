package dev.throughline.gateway.answer;

import dev.throughline.stream.AnswerSubscription;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/// Holds an answer back while anyone downstream has no room. Lives on the request's event loop.
public final class BackpressureGate {
    /// The side that has no room.
    enum Reason {
        CLIENT,
        JOURNAL,
        /// The request is being recorded.
        BEGINNING,
        MEMORY
    }

    /// Since when, in nanoseconds.
    private final Map<Reason, Long> reasons = new EnumMap<>(Reason.class);
    private AnswerSubscription answerSubscription = new NotYet();

    /// Guards this answer from now on.
    void guard(AnswerSubscription answer) {
        answerSubscription = answer;
        if (!reasons.isEmpty()) {
            answer.pause();
        }
    }

    void close(Reason reason) {
        boolean wasOpen = reasons.isEmpty();
        reasons.putIfAbsent(reason, System.nanoTime());
        if (wasOpen) {
            answerSubscription.pause();
        }
    }

    void open(Reason reason) {
        if (reasons.remove(reason) != null && reasons.isEmpty()) {
            answerSubscription.resume();
        }
    }

    boolean isClosedFor(Reason reason) {
        return reasons.containsKey(reason);
    }

    /// How long there has been no room; zero if there is.
    Duration closedFor(Reason reason) {
        Long since = reasons.get(reason);
        return since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    /// Ends the answer.
    void cancel() {
        answerSubscription.cancel();
    }

    /// Stands in until the answer begins.
    private record NotYet() implements AnswerSubscription {
        @Override
        public void pause() {
            // reported to the answer when it begins
        }

        @Override
        public void resume() {
            // nothing is held back yet
        }

        @Override
        public void cancel() {
            // nothing to end yet
        }
    }
}
