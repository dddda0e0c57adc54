package dev.throughline.gateway;

import dev.throughline.conversation.Conversation;
import dev.throughline.run.Admission;
import dev.throughline.run.Run;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.Tracer;
import dev.throughline.trace.Tracing;
import dev.throughline.wire.JsonBody;
import dev.throughline.wire.WireException;

/// One request for an answer, from its body to the one who answers: decoded, admitted to its run, judged. Lives on the
/// request's event loop.
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
        call.bodyComplete();
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
        var admitted = new Admitted(
                call,
                pipeline,
                body,
                body,
                request,
                run,
                admission.number(),
                admission.history(),
                tracing,
                Preservation.of(tracing, admission.history()));
        call.watch().admitted(admitted);
        HeldRequest.resolve(admitted, Exchange::begin);
    }

    private static void begin(Admitted exchange) {
        switch (exchange.run().settings().mode()) {
            case STUB -> new StubExchange(exchange).begin();
            case PROXY -> PdfRequest.resolve(exchange, readable -> new ProxyExchange(readable).begin());
        }
    }
}
