package dev.throughline.gateway;

import dev.throughline.conversation.Conversation;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.Run;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.Tracing;

/// A request that has its place in a run.
///
/// @param body the request as it came
/// @param number place in the run, from 1
/// @param history what the request may refer to
/// @param preservation what it did with the reasoning of earlier answers
record Admitted(
        Call call,
        Pipeline pipeline,
        byte[] body,
        Conversation request,
        Run run,
        int number,
        RunHistory history,
        Tracing tracing,
        Preservation preservation) {
    /// Names this answer in the record.
    AnswerIdentity answer() {
        return new AnswerIdentity(run.id(), number, call.key());
    }
}
