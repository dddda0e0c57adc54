package dev.throughline.gateway;

import dev.throughline.conversation.Conversation;
import dev.throughline.gateway.admission.Admitted;
import dev.throughline.gateway.admission.Call;
import dev.throughline.gateway.admission.DecodedRequest;
import dev.throughline.gateway.admission.Pipeline;
import dev.throughline.gateway.admission.SessionHeaders;
import dev.throughline.gateway.proxy.PdfRequest;
import dev.throughline.gateway.proxy.ProxyExchange;
import dev.throughline.gateway.stub.StubExchange;
import dev.throughline.run.Admission;
import dev.throughline.run.Run;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.Tracer;
import dev.throughline.trace.Tracing;
import java.util.Map;

/// One request for an answer, from its body to the one who answers: decoded, admitted to its run, judged. Lives on the
/// request's event loop.
final class Exchange {
    private final Call call;
    private final Pipeline pipeline;
    private final byte[] body;
    private final DecodedRequest decoded;

    private Exchange(Call call, Pipeline pipeline, byte[] body, DecodedRequest decoded) {
        this.call = call;
        this.pipeline = pipeline;
        this.body = body;
        this.decoded = decoded;
    }

    /// Answers a request, or says what is wrong with it.
    static void begin(Call call, Pipeline pipeline, byte[] body) {
        call.bodyComplete();
        DecodedRequest.read(
                call,
                pipeline,
                body,
                call.codec()::decode,
                decoded -> pipeline.admit(call, decoded, new Exchange(call, pipeline, body, decoded)::admitted));
    }

    private void admitted(Run run, Admission admission) {
        Map<String, String> sessions = SessionHeaders.of(call.request().headers());
        pipeline.workers().run(call, () -> traced(run, admission, sessions), this::traced, call::broken);
    }

    private Admitted traced(Run run, Admission admission, Map<String, String> sessions) {
        Conversation request = decoded.request();
        Tracing tracing = Tracer.trace(request, decoded.bodyHash(), sessions, admission.history());
        return new Admitted(
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
    }

    private void traced(Admitted admitted) {
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
