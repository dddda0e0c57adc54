package dev.throughline.gateway;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.TokenLog;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;

/// Makes the parts that all answers have.
final class Answers {
    private Answers() {}

    static Answer of(Admitted exchange, Findings findings, Outlet outlet, Gate gate) {
        Pipeline pipeline = exchange.pipeline();
        // Nothing of the answer may hold the request, which can be large.
        AnswerIdentity identity = exchange.answer();
        TokenLog log = pipeline.journal().open(identity);
        Answer answer = new Answer(
                exchange.call(),
                log,
                findings,
                end -> pipeline.exchanges().end(log, identity, end),
                outlet,
                gate,
                pipeline.settings().keepAlive());
        pipeline.underWay().add(exchange.call(), answer::interrupt);
        return answer;
    }

    /// Bounds what of an answer is kept in memory: all of one that is not streamed and of a stream of Responses, whose
    /// last event repeats it; of the others what a later request is compared with.
    /// @param isWritten whether the answer is more than the bytes of a backend that are passed on
    /// @param discard gives up what a later request would be compared with
    static GatheredAnswer gathered(Admitted exchange, Answer answer, Gate gate, boolean isWritten, Runnable discard) {
        Conversation request = exchange.request();
        Call call = exchange.call();
        MemoryReservation memory = exchange.pipeline().reservation(call);
        call.whenOver(memory::release);
        boolean isWhole = !request.stream() || isWritten && request.dialect() == Dialect.RESPONSES;
        GatheredAnswer.Kept kept = isWhole
                ? new GatheredAnswer.Kept.Everything(
                        exchange.pipeline().memory().maxAnswer())
                : new GatheredAnswer.Kept.Items(discard);
        return new GatheredAnswer(answer, gate, memory, kept);
    }

    /// An outlet that writes an answer anew in the client's dialect.
    static Outlet outlet(Admitted exchange, AnswerHead head, Gate gate) {
        Call call = exchange.call();
        DialectCodec codec = call.codec();
        return exchange.request().stream()
                ? new StreamOutlet(call, codec.streamEncoder(head), gate)
                : new WholeOutlet(call, codec.wholeEncoder(head));
    }

    static AnswerHead head(Admitted exchange, ReasoningField field) {
        Conversation request = exchange.request();
        return new AnswerHead(
                exchange.call().key(),
                request.model(),
                exchange.call().received(),
                request.includeUsage(),
                field,
                request.previousResponse().orElse(""));
    }
}
