package dev.throughline.gateway;

import dev.throughline.conversation.Conversation;
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
        pipeline.underWay().add(exchange.call(), answer);
        return answer;
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
