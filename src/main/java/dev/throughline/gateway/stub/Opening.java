package dev.throughline.gateway.stub;

import dev.throughline.gateway.admission.Admitted;
import dev.throughline.gateway.admission.Call;
import dev.throughline.gateway.answer.Answer;
import dev.throughline.gateway.answer.AnswerSource;
import dev.throughline.gateway.answer.Answers;
import dev.throughline.gateway.answer.FaultyStreamOutlet;
import dev.throughline.gateway.answer.FaultyWholeOutlet;
import dev.throughline.gateway.answer.Findings;
import dev.throughline.gateway.answer.Gate;
import dev.throughline.gateway.answer.Outlet;
import dev.throughline.gateway.answer.ThinkingHeader;
import dev.throughline.gateway.answer.WireFaults;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.Reply;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;

/// Puts the parts of a stub's answer together: gate, outlet, journal, filter; then starts it.
record Opening(Admitted exchange) {

    void open(Reply reply, WireFaults faults) {
        Call call = exchange.call();
        var gate = new Gate();
        Outlet outlet = faults.isNone() ? outlet(gate) : faulty(gate, faults);
        Answer answer = Answers.of(exchange, Findings.NONE, outlet, gate);
        outlet.onBreak(answer::brokenOff);
        EventSink bounded = Answers.gathered(exchange, answer, gate, AnswerSource.OTHER, () -> {});
        EventSink sink = ThinkingHeader.filter(call.request().getHeader("x-include-thinking"), bounded);
        call.bodyUsed();
        answer.open(() -> reply.open(sink));
    }

    private Outlet outlet(Gate gate) {
        return Answers.outlet(exchange, head(), gate);
    }

    private Outlet faulty(Gate gate, WireFaults faults) {
        Call call = exchange.call();
        DialectCodec codec = call.codec();
        return exchange.request().stream()
                ? new FaultyStreamOutlet(call, codec.streamEncoder(head()), faults, gate)
                : new FaultyWholeOutlet(call, codec.wholeEncoder(head()), faults);
    }

    private AnswerHead head() {
        return Answers.head(exchange, exchange.run().settings().stub().reasoningField());
    }
}
