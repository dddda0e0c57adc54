package dev.throughline.gateway;

import dev.throughline.conversation.Conversation;
import dev.throughline.run.Admission;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Produced;
import dev.throughline.run.Run;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.stub.Stub;
import dev.throughline.stub.StubPlan;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Tracer;
import dev.throughline.trace.Tracing;
import dev.throughline.wire.JsonBody;
import dev.throughline.wire.WireException;
import java.util.Optional;

/// One request for an answer, from its body to the first event: decoded, admitted to its run, judged, planned, written
/// down. Lives on the request's event loop.
final class Exchange {
    private final Call call;
    private final Pipeline pipeline;
    private final byte[] body;
    private final Conversation request;
    private final String bodyHash;

    private Exchange(Call call, Pipeline pipeline, byte[] body, Conversation request) {
        this.call = call;
        this.pipeline = pipeline;
        this.body = body;
        this.request = request;
        this.bodyHash = BodyHash.of(body);
    }

    /// Answers a request, or says what is wrong with it.
    static void begin(Call call, Pipeline pipeline, byte[] body) {
        try {
            Conversation request = call.codec().decode(JsonBody.parse(body));
            var exchange = new Exchange(call, pipeline, body, request);
            pipeline.admit(call, request, exchange.bodyHash, exchange::admitted);
        } catch (WireException e) {
            call.refuse(e.failure());
        }
    }

    private void admitted(Run run, Admission admission) {
        Tracing tracing =
                Tracer.trace(request, bodyHash, SessionHeaders.of(call.request().headers()), admission.history());
        int number = admission.number();
        StubPlan plan = Stub.plan(run.settings().stub(), run.signatureKey(), number, request, tracing);
        call.then(pipeline.exchanges().begin(number, start(run, number, tracing, plan)), _ -> begun(run, number, plan));
    }

    private ExchangeStart start(Run run, int number, Tracing tracing, StubPlan plan) {
        boolean isFaulty = run.settings().stub().faults().stream().anyMatch(fault -> fault.appliesTo(number));
        return Starts.of(call, run, body, request.stream(), tracing, plan.items(), plan.contentHash(), isFaulty);
    }

    private void begun(Run run, int number, StubPlan plan) {
        try {
            answer(run, number, plan);
        } catch (RuntimeException e) {
            end(run, number, unanswered(ExchangeOutcome.FAILED, 500, "a defect of Throughline"), () -> call.broken(e));
        }
    }

    private void answer(Run run, int number, StubPlan plan) {
        if (call.isGone()) {
            end(run, number, unanswered(ExchangeOutcome.CLIENT_GONE, 0, ""), () -> {});
        } else if (plan.refusal().isPresent()) {
            Failure failure = plan.refusal().get();
            ExchangeEnd refused = unanswered(ExchangeOutcome.FAILED, failure.status(), failure.message());
            end(run, number, refused, () -> call.refuse(failure));
        } else {
            new Opening(call, pipeline, run, number, request)
                    .open(plan.reply(), WireFaults.of(run.settings().stub(), number));
        }
    }

    private void end(Run run, int number, ExchangeEnd end, Runnable next) {
        call.then(pipeline.exchanges().end(run.id(), number, end), _ -> next.run());
    }

    private ExchangeEnd unanswered(ExchangeOutcome outcome, int status, String reason) {
        Optional<String> error = reason.isEmpty() ? Optional.empty() : Optional.of(reason);
        return new ExchangeEnd(
                outcome, status, 0, new Usage(0, 0, 0, 0), Optional.empty(), call.elapsed(), Produced.NOTHING, error);
    }
}
