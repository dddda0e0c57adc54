package dev.throughline.gateway.proxy;

import dev.throughline.backend.BackendPart;
import dev.throughline.backend.Backends;
import dev.throughline.conversation.Conversation;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.ExchangeRecord;
import dev.throughline.gateway.admission.ExchangeStartFactory;
import dev.throughline.gateway.admission.IncludeThinkingHeader;
import dev.throughline.gateway.admission.RequestWorkers;
import dev.throughline.gateway.answer.Answer;
import dev.throughline.gateway.answer.AnswerFactory;
import dev.throughline.gateway.answer.AnswerFindings;
import dev.throughline.gateway.answer.AnswerMemoryLimiter;
import dev.throughline.gateway.answer.AnswerOutlet;
import dev.throughline.gateway.answer.AnswerPump;
import dev.throughline.gateway.answer.AnswerSource;
import dev.throughline.gateway.answer.BackpressureGate;
import dev.throughline.gateway.answer.FilterChain;
import dev.throughline.gateway.answer.WireFaults;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.run.VendorFinding;
import dev.throughline.run.journal.Beginning;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stub.StubIssuer;
import dev.throughline.stub.StubPlan;
import dev.throughline.stub.StubPlanner;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.vendor.VendorError;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/// A request that the stub answers: plans, records and answers it.
public record StubExchange(
        ExchangeContext exchange,
        Backends backends,
        RequestWorkers workers,
        AnswerFactory answers,
        ExchangeRecord exchangeRecord) {
    public void begin() {
        Optional<String> vendor = exchange.run().settings().stub().vendor();
        StubIssuer issuer = issuer();
        if (vendor.isPresent() && issuer.profile().isEmpty()) {
            exchangeRecord.refuse(
                    exchange,
                    Failure.of(
                            FailureKind.NOT_FOUND,
                            "The vendor " + vendor.get() + ", as which this stub answers, does not speak "
                                    + exchange.request().dialect().id() + "."));
            return;
        }
        workers.run(exchange.dialectRequest(), () -> plan(issuer), this::record, exchange.dialectRequest()::broken);
    }

    private Planned plan(StubIssuer issuer) {
        StubPlan plan = StubPlanner.plan(
                exchange.run().settings().stub(), issuer, exchange.number(), exchange.request(), exchange.tracing());
        return new Planned(plan, start(plan), issuer);
    }

    private StubIssuer issuer() {
        Run run = exchange.run();
        Conversation request = exchange.request();
        return run.settings()
                .stub()
                .vendor()
                .map(vendor -> new StubIssuer(
                        run.signatureKey(),
                        backends.rules().as(vendor, request.dialect()).profile(request.model()),
                        exchange.dialectRequest().key(),
                        BackendRequestHeaders.betas(
                                exchange.dialectRequest().request().headers())))
                .orElseGet(() -> StubIssuer.plain(run.signatureKey()));
    }

    private record Planned(StubPlan plan, ExchangeStart start, StubIssuer issuer) {}

    private void record(Planned planned) {
        WireFaults faults = WireFaults.of(exchange.run().settings().stub(), exchange.number());
        StubPlan plan = planned.plan();
        boolean isAnswered = plan.refusal().isEmpty() && plan.vendorRefusal().isEmpty();
        if (isAnswered && faults.isNone() && !exchange.dialectRequest().isGone()) {
            answerMeanwhile(planned, faults);
        } else {
            exchange.dialectRequest().then(recorded(planned, new Beginning()), _ -> begun(planned, faults));
        }
    }

    /// A short answer has ended when its request is sent to the record, and both go together.
    private void answerMeanwhile(Planned planned, WireFaults faults) {
        var beginning = new Beginning();
        try {
            open(planned, faults, beginning);
        } catch (RuntimeException e) {
            exchange.dialectRequest().then(recorded(planned, new Beginning()), _ -> exchangeRecord.broken(exchange, e));
            return;
        }
        exchange.dialectRequest()
                .then(
                        recorded(planned, beginning).runSubscriptionOn(this::afterFirstStep),
                        _ -> {
                            exchange.dialectRequest().bodyUsed();
                            beginning.succeed();
                        },
                        beginning::fail);
    }

    private Uni<Void> recorded(Planned planned, Beginning beginning) {
        return exchangeRecord.begin(exchange.dialectRequest(), exchange.number(), planned::start, beginning);
    }

    // The answer's first step is the loop's next task.
    private void afterFirstStep(Runnable record) {
        exchange.dialectRequest().loop().runOnContext(_ -> record.run());
    }

    private ExchangeStart start(StubPlan plan) {
        boolean isFaulty = exchange.run().settings().stub().faults().stream()
                .anyMatch(injectedFault -> injectedFault.appliesTo(exchange.number()));
        return ExchangeStartFactory.of(exchange, plan.items(), plan.contentHash(), isFaulty);
    }

    private void begun(Planned planned, WireFaults faults) {
        exchange.dialectRequest().bodyUsed();
        try {
            answer(planned, faults);
        } catch (RuntimeException e) {
            exchangeRecord.broken(exchange, e);
        }
    }

    private void answer(Planned planned, WireFaults faults) {
        StubPlan plan = planned.plan();
        if (exchange.dialectRequest().isGone()) {
            exchangeRecord.abandoned(exchange);
        } else if (plan.refusal().isPresent()) {
            exchangeRecord.refused(exchange, plan.refusal().get());
        } else if (plan.vendorRefusal().isPresent()) {
            VendorError error = plan.vendorRefusal().get();
            exchangeRecord.unanswered(
                    exchange,
                    new ExchangeRecord.Reason(ExchangeOutcome.FAILED, error.status(), error.message(), found(plan)),
                    () -> exchange.dialectRequest().json(error.status(), StrictJson.write(error.body())));
        } else {
            open(planned, faults, Beginning.alreadyRecorded());
        }
    }

    private static AnswerOutcome found(StubPlan plan) {
        return new AnswerOutcome(List.of(), "", VendorFinding.of(plan.violations()));
    }

    /// Assembles the parts of an answer (gate, outlet, journal, filter) and starts it.
    /// @param faults only for a request that is recorded
    private void open(Planned planned, WireFaults faults, Beginning beginning) {
        AnswerHead head = head(planned.issuer());
        var backpressureGate = new BackpressureGate();
        AnswerOutlet outlet = AnswerFactory.outlet(
                exchange, Optional.empty(), backpressureGate, beginning.recorded(), faults, () -> head);
        Answer answer =
                answers.of(exchange, AnswerFindings.known(found(planned.plan())), outlet, backpressureGate, beginning);
        outlet.onBreak(answer::brokenOff);
        AnswerMemoryLimiter memoryLimiter =
                answers.memoryLimiter(exchange, answer, backpressureGate, AnswerSource.OTHER, () -> 0, () -> {});
        String thinking = exchange.dialectRequest().request().getHeader("x-include-thinking");
        var filters =
                new FilterChain(Optional.empty(), true, () -> "", next -> IncludeThinkingHeader.filter(thinking, next));
        var pump = AnswerPump.ofEvents(exchange.dialectRequest(), answer, memoryLimiter, filters, outlet);
        answer.open(() -> planned.plan().reply().open(event -> pump.on(new BackendPart.Event(event))));
    }

    private AnswerHead head(StubIssuer issuer) {
        return AnswerFactory.head(exchange, exchange.run().settings().stub().reasoningField())
                .withSummaryOnly(issuer.isSummaryOnly());
    }
}
