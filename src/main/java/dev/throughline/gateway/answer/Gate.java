package dev.throughline.gateway.answer;

import dev.throughline.stream.Flow;
import java.util.EnumSet;
import java.util.Set;

/// Holds an answer back while anyone downstream has no room. Lives on the request's event loop.
public final class Gate {

    /// Who has no room.
    enum Reason {
        CLIENT,
        JOURNAL,
        /// Texts of the answer are read back from its record.
        RECORD,
        MEMORY
    }

    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    private Flow flow = new NotYet();

    /// Guards this answer from now on.
    void guard(Flow answer) {
        flow = answer;
        if (!reasons.isEmpty()) {
            answer.pause();
        }
    }

    void close(Reason reason) {
        boolean wasOpen = reasons.isEmpty();
        reasons.add(reason);
        if (wasOpen) {
            flow.pause();
        }
    }

    void open(Reason reason) {
        if (reasons.remove(reason) && reasons.isEmpty()) {
            flow.resume();
        }
    }

    boolean isClosedFor(Reason reason) {
        return reasons.contains(reason);
    }

    /// Ends the answer.
    void cancel() {
        flow.cancel();
    }

    /// Stands in until the answer begins.
    private record NotYet() implements Flow {
        @Override
        public void pause() {
            // told to the answer when it begins
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
