package dev.throughline.gateway;

import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Tracing;
import java.util.List;

/// Puts together what is written down about a request.
final class Starts {
    private Starts() {}

    static ExchangeStart of(
            Call call,
            Run run,
            byte[] body,
            boolean stream,
            Tracing tracing,
            List<PlantedItem> items,
            String contentHash,
            boolean faulty) {
        String path = call.request().path();
        String base = call.target().base().path();
        return new ExchangeStart(
                run.id(),
                call.received(),
                call.codec().dialect(),
                call.request().method().name(),
                path.startsWith(base) ? path.substring(base.length()) : path,
                Clients.name(call.request()),
                stream,
                call.key(),
                body,
                tracing,
                items,
                contentHash,
                List.of(),
                faulty);
    }
}
