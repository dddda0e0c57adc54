package dev.throughline.gateway.admission;

import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.run.SelectedBackend;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.repair.Repair;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Creates the initial record of an exchange.
public final class ExchangeStartFactory {
    private ExchangeStartFactory() {}

    /// The initial record of a request that gets an answer.
    public static ExchangeStart of(
            ExchangeContext exchange, List<PlantedItem> items, String contentHash, boolean isFaulty) {
        return of(exchange, new Added(items, contentHash, List.of(), List.of(), Optional.empty(), isFaulty));
    }

    /// The initial record of a request that a backend answers.
    /// @param dropped JSON pointers to what its translation omits
    /// @param backend its backend; empty if there is none of that name
    public static ExchangeStart ofProxy(
            ExchangeContext exchange, List<Repair> repairs, List<String> dropped, Optional<SelectedBackend> backend) {
        return of(exchange, new Added(List.of(), "", repairs, dropped, backend, false));
    }

    private static ExchangeStart of(ExchangeContext exchange, Added added) {
        return of(
                exchange.dialectRequest(),
                exchange.run(),
                exchange.known().recorded(),
                exchange.request().stream(),
                exchange.tracing(),
                added);
    }

    /// The initial record of a token counting request.
    public static ExchangeStart ofCount(
            DialectRequest dialectRequest, Run run, KnownRequest known, TraceResult traceResult) {
        return of(
                dialectRequest,
                run,
                known.recorded(),
                false,
                traceResult,
                new Added(List.of(), "", List.of(), List.of(), Optional.empty(), false));
    }

    /// The initial record of a request that passes to a backend as bytes, without its body.
    /// @param model empty if unknown
    public static ExchangeStart ofPassed(
            DialectRequest dialectRequest, Run run, String model, SelectedBackend backend) {
        var facts = new RequestFacts(
                dialectRequest.codec().dialect(),
                model,
                RequestKind.PASSED,
                0,
                0,
                0,
                0,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                "",
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return of(
                dialectRequest,
                run,
                KnownRequest.Recorded.NONE,
                false,
                new TraceResult(ConversationLink.start(), facts, List.of()),
                new Added(List.of(), "", List.of(), List.of(), Optional.of(backend), false));
    }

    /// What an exchange records besides its request and its trace.
    private record Added(
            List<PlantedItem> items,
            String contentHash,
            List<Repair> repairs,
            List<String> dropped,
            Optional<SelectedBackend> backend,
            boolean isFaulty) {}

    private static ExchangeStart of(
            DialectRequest dialectRequest,
            Run run,
            KnownRequest.Recorded recorded,
            boolean stream,
            TraceResult traceResult,
            Added added) {
        String path = dialectRequest.request().path();
        String base = dialectRequest.routeTarget().base().path();
        return new ExchangeStart(
                run.id(),
                dialectRequest.received(),
                dialectRequest.codec().dialect(),
                dialectRequest.request().method().name(),
                path.startsWith(base) ? path.substring(base.length()) : path,
                ClientName.name(dialectRequest.request()),
                stream,
                dialectRequest.key(),
                recorded.bytes(),
                traceResult,
                added.items(),
                added.contentHash(),
                added.repairs(),
                added.dropped(),
                added.backend(),
                added.isFaulty(),
                recorded.digest());
    }
}
