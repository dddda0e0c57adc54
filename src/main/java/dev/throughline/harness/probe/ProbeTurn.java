package dev.throughline.harness.probe;

import java.util.List;

/// One part of a conversation in a dialect-neutral form.
public sealed interface ProbeTurn {
    record User(String text) implements ProbeTurn {}

    /// @param reasoning empty for none
    /// @param signature the server's signature of the reasoning; empty for none
    /// @param text empty for none
    record Assistant(String reasoning, String signature, String text, List<Call> calls) implements ProbeTurn {
        public Assistant {
            calls = List.copyOf(calls);
        }
    }

    record Result(String callId, String text) implements ProbeTurn {}

    /// @param arguments a JSON object as text
    record Call(String id, String name, String arguments) {}
}
