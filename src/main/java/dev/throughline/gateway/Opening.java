package dev.throughline.gateway;

import dev.throughline.backend.EventSink;
import dev.throughline.backend.Reply;
import dev.throughline.conversation.Conversation;
import dev.throughline.run.Run;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;

/// Puts the parts of an answer together: gate, outlet, journal, filter; then starts it.
record Opening(Call call, Pipeline pipeline, Run run, int number, Conversation request) {

    void open(Reply reply, WireFaults faults) {
        var gate = new Gate();
        Outlet outlet = faults.isNone() ? outlet(gate) : faulty(gate, faults);
        var answer = new Answer(
                call,
                pipeline.journal().open(run.id(), number),
                end -> pipeline.exchanges().end(run.id(), number, end),
                outlet,
                gate,
                pipeline.settings().keepAlive());
        outlet.onBreak(answer::brokenOff);
        EventSink sink = ThinkingHeader.filter(call.request().getHeader("x-include-thinking"), answer);
        answer.open(reply, sink);
    }

    private Outlet outlet(Gate gate) {
        DialectCodec codec = call.codec();
        return request.stream()
                ? new StreamOutlet(call, codec.streamEncoder(head()), gate)
                : new WholeOutlet(call, codec.wholeEncoder(head()));
    }

    private Outlet faulty(Gate gate, WireFaults faults) {
        DialectCodec codec = call.codec();
        return request.stream()
                ? new FaultyStreamOutlet(call, codec.streamEncoder(head()), faults, gate)
                : new FaultyWholeOutlet(call, codec.wholeEncoder(head()), faults);
    }

    private AnswerHead head() {
        return new AnswerHead(
                call.key(),
                request.model(),
                call.received(),
                request.includeUsage(),
                run.settings().stub().reasoningField(),
                request.previousResponse().orElse(""));
    }
}
