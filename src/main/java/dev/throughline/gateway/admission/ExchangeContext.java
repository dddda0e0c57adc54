package dev.throughline.gateway.admission;

import dev.throughline.conversation.Conversation;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.Run;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TraceResult;

/// A request that was admitted to a run.
///
/// @param known the request as received
/// @param sent the body of `request`: as received, or expanded by what it refers to
/// @param request the request for the backend
/// @param number number in the run, from 1
/// @param history what the request may refer to
/// @param preservation what it did with the reasoning of earlier answers
public record ExchangeContext(
        DialectRequest dialectRequest,
        KnownRequest known,
        byte[] sent,
        Conversation request,
        Run run,
        int number,
        RunHistory history,
        TraceResult tracing,
        Preservation preservation) {
    /// Identifies this answer in the database.
    public AnswerIdentity answer() {
        return new AnswerIdentity(run.id(), number, dialectRequest.key());
    }

    /// The body as received.
    public byte[] body() {
        return known.bytes();
    }

    /// The same exchange with an expanded request.
    public ExchangeContext expanded(Conversation whole, byte[] wholeBody) {
        return new ExchangeContext(
                dialectRequest, known, wholeBody, whole, run, number, history, tracing, preservation);
    }
}
