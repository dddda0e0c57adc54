package dev.throughline.gateway.stub;

import dev.throughline.gateway.admission.Admitted;
import dev.throughline.gateway.admission.Call;
import dev.throughline.gateway.admission.Ending;
import dev.throughline.gateway.admission.Starts;
import dev.throughline.gateway.answer.WireFaults;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stub.Stub;
import dev.throughline.stub.StubPlan;
import dev.throughline.trace.ExchangeOutcome;

/// A request that the stub answers: planned, written down, answered.
public final class StubExchange {
    private final Admitted exchange;
    private final Call call;
    private final Ending ending;

    public StubExchange(Admitted exchange) {
        this.exchange = exchange;
        this.call = exchange.call();
        this.ending = new Ending(exchange);
    }

    public void begin() {
        exchange.pipeline().workers().run(call, this::plan, this::record, call::broken);
    }

    private Planned plan() {
        Run run = exchange.run();
        StubPlan plan = Stub.plan(
                run.settings().stub(), run.signatureKey(), exchange.number(), exchange.request(), exchange.tracing());
        return new Planned(plan, start(plan));
    }

    private record Planned(StubPlan plan, ExchangeStart start) {}

    private void record(Planned planned) {
        call.then(exchange.begin(planned.start()), _ -> begun(planned.plan()));
    }

    private ExchangeStart start(StubPlan plan) {
        boolean isFaulty = exchange.run().settings().stub().faults().stream()
                .anyMatch(fault -> fault.appliesTo(exchange.number()));
        return Starts.of(exchange, plan.items(), plan.contentHash(), isFaulty);
    }

    private void begun(StubPlan plan) {
        try {
            answer(plan);
        } catch (RuntimeException e) {
            ending.unanswered(ExchangeOutcome.FAILED, 500, "a defect of Throughline", () -> call.broken(e));
        }
    }

    private void answer(StubPlan plan) {
        if (call.isGone()) {
            ending.unanswered(ExchangeOutcome.CLIENT_GONE, 0, "", () -> {});
        } else if (plan.refusal().isPresent()) {
            Failure failure = plan.refusal().get();
            ending.unanswered(ExchangeOutcome.FAILED, failure.status(), failure.message(), () -> call.refuse(failure));
        } else {
            new Opening(exchange)
                    .open(plan.reply(), WireFaults.of(exchange.run().settings().stub(), exchange.number()));
        }
    }
}
