package dev.throughline.gateway.stub;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.IncludeThinkingHeader;
import dev.throughline.gateway.answer.Answer;
import dev.throughline.gateway.answer.AnswerFactory;
import dev.throughline.gateway.answer.AnswerFindings;
import dev.throughline.gateway.answer.AnswerOutlet;
import dev.throughline.gateway.answer.AnswerSource;
import dev.throughline.gateway.answer.BackpressureGate;
import dev.throughline.gateway.answer.FaultyStreamOutlet;
import dev.throughline.gateway.answer.FaultyWholeOutlet;
import dev.throughline.gateway.answer.WireFaults;
import dev.throughline.run.journal.Beginning;
import dev.throughline.stream.AnswerProducer;
import dev.throughline.stream.EventSink;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;

/// Assembles the parts of a stub's answer (gate, outlet, journal, filter) and starts it.
record StubAnswerStarter(ExchangeContext exchange) {
    /// @param faults only for a request that is recorded
    void open(AnswerProducer answerProducer, WireFaults faults, Beginning beginning) {
        DialectRequest dialectRequest = exchange.call();
        var backpressureGate = new BackpressureGate();
        AnswerOutlet answerOutlet = faults.isNone()
                ? AnswerFactory.outlet(exchange, head(), backpressureGate, beginning.recorded())
                : faulty(backpressureGate, faults);
        Answer answer = AnswerFactory.of(exchange, AnswerFindings.NONE, answerOutlet, backpressureGate, beginning);
        answerOutlet.onBreak(answer::brokenOff);
        EventSink bounded =
                AnswerFactory.memoryLimiter(exchange, answer, backpressureGate, AnswerSource.OTHER, () -> 0, () -> {});
        EventSink sink =
                IncludeThinkingHeader.filter(dialectRequest.request().getHeader("x-include-thinking"), bounded);
        answer.open(() -> answerProducer.open(sink));
    }

    private AnswerOutlet faulty(BackpressureGate backpressureGate, WireFaults faults) {
        DialectRequest dialectRequest = exchange.call();
        DialectCodec codec = dialectRequest.codec();
        return exchange.request().stream()
                ? new FaultyStreamOutlet(dialectRequest, codec.streamEncoder(head()), faults, backpressureGate)
                : new FaultyWholeOutlet(dialectRequest, codec.wholeEncoder(head()), faults);
    }

    private AnswerHead head() {
        return AnswerFactory.head(exchange, exchange.run().settings().stub().reasoningField());
    }
}
