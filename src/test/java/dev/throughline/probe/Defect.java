package dev.throughline.probe;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.function.UnaryOperator;

/// What a client does wrong with the history it sends.
/// @param timesSent how often each request is sent
/// @param forgetsBetweenTurns whether each user turn begins a new session
/// @param moment when it damages its own history for good; NEVER if it does not
/// @param damage what it does to its own history then
public record Defect(
        UnaryOperator<ArrayNode> history,
        int timesSent,
        boolean forgetsBetweenTurns,
        Moment moment,
        UnaryOperator<ArrayNode> damage) {
    /// What happens to a client between two turns.
    enum Moment {
        NEVER,
        RESUMED,
        MODEL_CHANGED,
        ABORTED
    }

    /// The reference: nothing wrong.
    public static Defect none() {
        return in(history -> history);
    }

    /// A change of the history on its way out.
    static Defect in(UnaryOperator<ArrayNode> history) {
        return of(history, 1, false);
    }

    /// The defect that each request is sent more than once.
    static Defect repeated(int timesSent) {
        return of(history -> history, timesSent, false);
    }

    /// The defect that a user turn does not know of the one before.
    static Defect forgetful() {
        return of(history -> history, 1, true);
    }

    /// The defect that something happens to the client which its history does not survive.
    static Defect once(Moment moment, Defect damage) {
        return new Defect(history -> history, 1, false, moment, damage.history);
    }

    private static Defect of(UnaryOperator<ArrayNode> history, int timesSent, boolean forgetsBetweenTurns) {
        return new Defect(history, timesSent, forgetsBetweenTurns, Moment.NEVER, kept -> kept);
    }

    ArrayNode change(ArrayNode sent) {
        return history.apply(sent);
    }

    /// The client's own history after something happened to it.
    ArrayNode after(Moment happened, ArrayNode kept) {
        return moment == happened ? damage.apply(kept) : kept;
    }
}
