package dev.throughline.gateway;

import dev.throughline.backend.Backends;
import dev.throughline.gateway.admission.DecodedRequest;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.ExchangeRecord;
import dev.throughline.gateway.admission.HeldHistories;
import dev.throughline.gateway.admission.KnownRequests;
import dev.throughline.gateway.admission.RequestAdmission;
import dev.throughline.gateway.admission.RequestWorkers;
import dev.throughline.gateway.answer.AnswerFactory;
import dev.throughline.gateway.proxy.ProxyExchange;
import dev.throughline.gateway.proxy.StubExchange;
import dev.throughline.run.Run;
import dev.throughline.run.exchange.Admission;
import dev.throughline.telemetry.Telemetry;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.TraceResult;
import jakarta.inject.Singleton;

/// The way of a request for an answer: its body is read, decoded, admitted to a run, judged, expanded by what it refers
/// to, and answered by the stub or by a backend. Each step runs on the request's event loop, or on a worker if it grows
/// with a large request, and ends the request itself if it refuses it.
@Singleton
record ExchangeDispatcher(
        RequestAdmission requestAdmission,
        KnownRequests knownRequests,
        RequestWorkers workers,
        HeldHistories heldHistories,
        Backends backends,
        AnswerFactory answers,
        ExchangeRecord exchangeRecord,
        Telemetry telemetry) {
    /// Answers a request, or responds with its error.
    void begin(DialectRequest dialectRequest) {
        requestAdmission.read(dialectRequest, body -> {
            dialectRequest.bodyComplete();
            knownRequests.read(
                    dialectRequest,
                    body,
                    true,
                    dialectRequest.codec()::decode,
                    decoded -> requestAdmission.admit(
                            dialectRequest,
                            decoded,
                            (run, admission) -> workers.run(
                                    dialectRequest,
                                    () -> traced(dialectRequest, decoded, run, admission),
                                    this::traced,
                                    dialectRequest::broken)));
        });
    }

    private static ExchangeContext traced(
            DialectRequest dialectRequest, DecodedRequest decoded, Run run, Admission admission) {
        TraceResult traceResult = admission.continued().orElseGet(() -> decoded.traced(admission.history()));
        return new ExchangeContext(
                dialectRequest,
                decoded.known(),
                decoded.known().bytes(),
                decoded.request(),
                run,
                admission.number(),
                admission.history(),
                traceResult,
                Preservation.of(traceResult, admission.history()));
    }

    private void traced(ExchangeContext exchange) {
        exchange.dialectRequest().exchangeTelemetry().admitted(exchange, telemetry);
        new HeldRequest(exchange, backends, workers, heldHistories, exchangeRecord, this::answer).resolve();
    }

    private void answer(ExchangeContext exchange) {
        switch (exchange.run().settings().mode()) {
            case STUB -> new StubExchange(exchange, backends, workers, answers, exchangeRecord).begin();
            case PROXY -> new ProxyExchange(exchange, requestAdmission, answers, exchangeRecord).begin();
        }
    }
}
