package dev.throughline.gateway.stub;

import dev.throughline.conversation.Conversation;
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
import dev.throughline.gateway.proxy.BackendRequestHeaders;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.run.VendorFinding;
import dev.throughline.run.journal.Beginning;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stub.StubIssuer;
import dev.throughline.stub.StubPlan;
import dev.throughline.stub.StubPlanner;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.vendor.VendorError;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StrictJson;
import java.util.List;
import java.util.Optional;

/// A request that the stub answers: plans, records and answers it.
public final class StubExchange {
    private final ExchangeContext exchange;
    private final DialectRequest dialectRequest;
    private final UnansweredExchange unansweredExchange;
    private final StubIssuer issuer;

    public StubExchange(ExchangeContext exchange) {
        this.exchange = exchange;
        this.dialectRequest = exchange.call();
        this.unansweredExchange = new UnansweredExchange(exchange);
        this.issuer = issuer(exchange);
    }

    public void begin() {
        Optional<String> vendor = exchange.run().settings().stub().vendor();
        if (vendor.isPresent() && issuer.profile().isEmpty()) {
            UnansweredExchange.refused(
                    exchange,
                    Failure.of(
                            FailureKind.NOT_FOUND,
                            "The vendor " + vendor.get() + ", as which this stub answers, does not speak "
                                    + exchange.request().dialect().id() + "."));
            return;
        }
        exchange.pipeline().workers().run(dialectRequest, this::plan, this::record, dialectRequest::broken);
    }

    private Planned plan() {
        StubPlan plan = StubPlanner.plan(
                exchange.run().settings().stub(), issuer, exchange.number(), exchange.request(), exchange.tracing());
        return new Planned(plan, start(plan));
    }

    private static StubIssuer issuer(ExchangeContext exchange) {
        Run run = exchange.run();
        Conversation request = exchange.request();
        return run.settings()
                .stub()
                .vendor()
                .map(vendor -> new StubIssuer(
                        run.signatureKey(),
                        StubIssuer.profile(
                                exchange.pipeline().backends().rules(), vendor, request.dialect(), request.model()),
                        exchange.call().key(),
                        BackendRequestHeaders.betas(exchange.call().request().headers())))
                .orElseGet(() -> StubIssuer.plain(run.signatureKey()));
    }

    private record Planned(StubPlan plan, ExchangeStart start) {}

    private void record(Planned planned) {
        WireFaults faults = WireFaults.of(exchange.run().settings().stub(), exchange.number());
        StubPlan plan = planned.plan();
        boolean isAnswered = plan.refusal().isEmpty() && plan.vendorRefusal().isEmpty();
        if (isAnswered && faults.isNone() && !dialectRequest.isGone()) {
            answerMeanwhile(planned, faults);
        } else {
            dialectRequest.then(exchange.begin(planned::start), _ -> begun(planned.plan(), faults));
        }
    }

    /// A short answer has ended when its request is sent to the record, and both go together.
    private void answerMeanwhile(Planned planned, WireFaults faults) {
        var beginning = new Beginning();
        try {
            new StubAnswerStarter(exchange, issuer).open(planned.plan(), faults, beginning);
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
        } else if (plan.vendorRefusal().isPresent()) {
            VendorError error = plan.vendorRefusal().get();
            unansweredExchange.unanswered(
                    new UnansweredExchange.Reason(ExchangeOutcome.FAILED, error.status(), error.message(), found(plan)),
                    () -> dialectRequest.json(error.status(), StrictJson.write(error.body())));
        } else {
            new StubAnswerStarter(exchange, issuer).open(plan, faults, Beginning.alreadyRecorded());
        }
    }

    private static AnswerOutcome found(StubPlan plan) {
        return new AnswerOutcome(List.of(), "", VendorFinding.of(plan.violations()));
    }

    /// Assembles the parts of a stub's answer (gate, outlet, journal, filter) and starts it.
    record StubAnswerStarter(ExchangeContext exchange, StubIssuer issuer) {
        /// @param faults only for a request that is recorded
        void open(StubPlan plan, WireFaults faults, Beginning beginning) {
            DialectRequest dialectRequest = exchange.call();
            var backpressureGate = new BackpressureGate();
            AnswerOutlet answerOutlet = faults.isNone()
                    ? AnswerFactory.outlet(exchange, head(), backpressureGate, beginning.recorded())
                    : faulty(backpressureGate, faults);
            Answer answer = AnswerFactory.of(
                    exchange, AnswerFindings.known(found(plan)), answerOutlet, backpressureGate, beginning);
            answerOutlet.onBreak(answer::brokenOff);
            EventSink bounded = AnswerFactory.memoryLimiter(
                    exchange, answer, backpressureGate, AnswerSource.OTHER, () -> 0, () -> {});
            EventSink sink =
                    IncludeThinkingHeader.filter(dialectRequest.request().getHeader("x-include-thinking"), bounded);
            answer.open(() -> plan.reply().open(sink));
        }

        private AnswerOutlet faulty(BackpressureGate backpressureGate, WireFaults faults) {
            DialectRequest dialectRequest = exchange.call();
            DialectCodec codec = dialectRequest.codec();
            return exchange.request().stream()
                    ? new FaultyStreamOutlet(dialectRequest, codec.streamEncoder(head()), faults, backpressureGate)
                    : new FaultyWholeOutlet(dialectRequest, codec.wholeEncoder(head()), faults);
        }

        private AnswerHead head() {
            return AnswerFactory.head(exchange, exchange.run().settings().stub().reasoningField())
                    .withSummaryOnly(issuer.isSummaryOnly());
        }
    }
}
