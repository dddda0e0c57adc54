package dev.throughline.probe;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.function.UnaryOperator;

/// What a client does wrong with the history it sends.
/// @param timesSent how often each request is sent
/// @param forgetsBetweenTurns whether each user turn begins a new session
public record Defect(UnaryOperator<ArrayNode> history, int timesSent, boolean forgetsBetweenTurns) {
    /// The reference: nothing wrong.
    public static Defect none() {
        return in(history -> history);
    }

    /// A change of the history on its way out.
    static Defect in(UnaryOperator<ArrayNode> history) {
        return new Defect(history, 1, false);
    }

    /// The defect that each request is sent more than once.
    static Defect repeated(int timesSent) {
        return new Defect(history -> history, timesSent, false);
    }

    /// The defect that a user turn does not know of the one before.
    static Defect forgetful() {
        return new Defect(history -> history, 1, true);
    }

    ArrayNode change(ArrayNode sent) {
        return history.apply(sent);
    }
}
