package dev.throughline.gateway.stub;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.ExchangeStartFactory;
import dev.throughline.gateway.admission.IncludeThinkingHeader;
import dev.throughline.gateway.admission.UnansweredExchange;
import dev.throughline.gateway.answer.Answer;
import dev.throughline.gateway.answer.AnswerFactory;
import dev.throughline.gateway.answer.AnswerFindings;
import dev.throughline.gateway.answer.AnswerOutlet;
import dev.throughline.gateway.answer.AnswerSource;
import dev.throughline.gateway.answer.BackpressureGate;
import dev.throughline.gateway.answer.FaultyStreamOutlet;
import dev.throughline.gateway.answer.FaultyWholeOutlet;
import dev.throughline.gateway.answer.WireFaults;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.run.journal.Beginning;
import dev.throughline.stream.AnswerProducer;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stub.StubPlan;
import dev.throughline.stub.StubPlanner;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;

/// A request that the stub answers: plans, records and answers it.
public final class StubExchange {
    private final ExchangeContext exchange;
    private final DialectRequest dialectRequest;
    private final UnansweredExchange unansweredExchange;

    public StubExchange(ExchangeContext exchange) {
        this.exchange = exchange;
        this.dialectRequest = exchange.call();
        this.unansweredExchange = new UnansweredExchange(exchange);
    }

    public void begin() {
        exchange.pipeline().workers().run(dialectRequest, this::plan, this::record, dialectRequest::broken);
    }

    private Planned plan() {
        Run run = exchange.run();
        StubPlan plan = StubPlanner.plan(
                run.settings().stub(), run.signatureKey(), exchange.number(), exchange.request(), exchange.tracing());
        return new Planned(plan, start(plan));
    }

    private record Planned(StubPlan plan, ExchangeStart start) {}

    private void record(Planned planned) {
        WireFaults faults = WireFaults.of(exchange.run().settings().stub(), exchange.number());
        if (planned.plan().refusal().isEmpty() && faults.isNone() && !dialectRequest.isGone()) {
            answerMeanwhile(planned, faults);
        } else {
            dialectRequest.then(exchange.begin(planned::start), _ -> begun(planned.plan(), faults));
        }
    }

    /// A short answer has ended when its request is sent to the record, and both go together.
    private void answerMeanwhile(Planned planned, WireFaults faults) {
        var beginning = new Beginning();
        try {
            new StubAnswerStarter(exchange).open(planned.plan().reply(), faults, beginning);
        } catch (RuntimeException e) {
            dialectRequest.then(exchange.begin(planned::start), _ -> defect(e));
            return;
        }
        dialectRequest.then(
                exchange.begin(planned::start, beginning).runSubscriptionOn(this::afterFirstStep),
                _ -> {
                    dialectRequest.bodyUsed();
                    beginning.succeed();
                },
                beginning::fail);
    }

    // The answer's first step is the loop's next task.
    private void afterFirstStep(Runnable record) {
        dialectRequest.loop().runOnContext(_ -> record.run());
    }

    private ExchangeStart start(StubPlan plan) {
        boolean isFaulty = exchange.run().settings().stub().faults().stream()
                .anyMatch(injectedFault -> injectedFault.appliesTo(exchange.number()));
        return ExchangeStartFactory.of(exchange, plan.items(), plan.contentHash(), isFaulty);
    }

    private void begun(StubPlan plan, WireFaults faults) {
        dialectRequest.bodyUsed();
        try {
            answer(plan, faults);
        } catch (RuntimeException e) {
            defect(e);
        }
    }

    private void defect(RuntimeException cause) {
        unansweredExchange.unanswered(
                ExchangeOutcome.FAILED, 500, "a defect of Throughline", () -> dialectRequest.broken(cause));
    }

    private void answer(StubPlan plan, WireFaults faults) {
        if (dialectRequest.isGone()) {
            unansweredExchange.unanswered(ExchangeOutcome.CLIENT_GONE, 0, "", () -> {});
        } else if (plan.refusal().isPresent()) {
            Failure failure = plan.refusal().get();
            unansweredExchange.unanswered(
                    ExchangeOutcome.FAILED, failure.status(), failure.message(), () -> dialectRequest.refuse(failure));
        } else {
            new StubAnswerStarter(exchange).open(plan.reply(), faults, Beginning.alreadyRecorded());
        }
    }

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
            EventSink bounded = AnswerFactory.memoryLimiter(
                    exchange, answer, backpressureGate, AnswerSource.OTHER, () -> 0, () -> {});
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
}
