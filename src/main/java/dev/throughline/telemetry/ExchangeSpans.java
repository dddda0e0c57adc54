package dev.throughline.telemetry;

import java.util.Map;
import java.util.Optional;

/// The spans of one exchange. Confined to the exchange's event loop.
public sealed interface ExchangeSpans permits ExchangeSpans.Off, OtlpExchangeSpans {
    /// Tracing is disabled.
    ExchangeSpans OFF = new Off();

    /// A backend is about to be called.
    /// @param headers the headers of the request to it; the trace context is added
    void asked(Map<String, String> headers);

    /// The id of its trace: 32 hexadecimal digits.
    Optional<String> id();

    /// The exchange has ended; ends its spans.
    /// @param model the bounded tag of the model
    void over(CompletedExchange exchange, String model);

    record Off() implements ExchangeSpans {
        @Override
        public void asked(Map<String, String> headers) {
            // nothing is traced
        }

        @Override
        public Optional<String> id() {
            return Optional.empty();
        }

        @Override
        public void over(CompletedExchange exchange, String model) {
            // nothing is traced
        }
    }
}
