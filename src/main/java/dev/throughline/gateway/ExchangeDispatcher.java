package dev.throughline.gateway;

import dev.throughline.conversation.Conversation;
import dev.throughline.gateway.admission.DecodedRequest;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.GatewayServices;
import dev.throughline.gateway.proxy.ProxyExchange;
import dev.throughline.gateway.stub.StubExchange;
import dev.throughline.run.Run;
import dev.throughline.run.exchange.Admission;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.request.Tracer;

/// Handles one request for an answer, from its body to the responder: decodes it, admits it to its run and
/// judges it. Confined to the request's event loop.
final class ExchangeDispatcher {
    private final DialectRequest dialectRequest;
    private final GatewayServices gatewayServices;
    private final byte[] body;
    private final DecodedRequest decoded;

    private ExchangeDispatcher(
            DialectRequest dialectRequest, GatewayServices gatewayServices, byte[] body, DecodedRequest decoded) {
        this.dialectRequest = dialectRequest;
        this.gatewayServices = gatewayServices;
        this.body = body;
        this.decoded = decoded;
    }

    /// Answers a request, or responds with its error.
    static void begin(DialectRequest dialectRequest, GatewayServices gatewayServices, byte[] body) {
        dialectRequest.bodyComplete();
        DecodedRequest.read(
                dialectRequest,
                gatewayServices,
                body,
                true,
                dialectRequest.codec()::decode,
                decoded -> gatewayServices.admit(
                        dialectRequest,
                        decoded,
                        new ExchangeDispatcher(dialectRequest, gatewayServices, body, decoded)::admitted));
    }

    private void admitted(Run run, Admission admission) {
        gatewayServices
                .workers()
                .run(dialectRequest, () -> traced(run, admission), this::traced, dialectRequest::broken);
    }

    private ExchangeContext traced(Run run, Admission admission) {
        Conversation request = decoded.request();
        TraceResult traceResult = admission
                .continued()
                .orElseGet(() -> Tracer.trace(
                        request, decoded.digests(), decoded.facts().hash(), decoded.sessions(), admission.history()));
        return new ExchangeContext(
                dialectRequest,
                gatewayServices,
                body,
                decoded.facts(),
                body,
                request,
                run,
                admission.number(),
                admission.history(),
                traceResult,
                Preservation.of(traceResult, admission.history()));
    }

    private void traced(ExchangeContext exchangeContext) {
        dialectRequest.exchangeTelemetry().admitted(exchangeContext);
        HeldRequest.resolve(exchangeContext, ExchangeDispatcher::begin);
    }

    private static void begin(ExchangeContext exchange) {
        switch (exchange.run().settings().mode()) {
            case STUB -> new StubExchange(exchange).begin();
            case PROXY -> new ProxyExchange(exchange).begin();
        }
    }
}
