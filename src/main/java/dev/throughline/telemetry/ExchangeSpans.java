package dev.throughline.telemetry;

import java.util.Map;
import java.util.Optional;

/// The spans of one exchange. Lives on the exchange's event loop.
public sealed interface ExchangeSpans permits ExchangeSpans.Off, OtlpExchangeSpans {
    /// Nobody wants spans.
    ExchangeSpans OFF = new Off();

    /// A backend is about to be asked.
    /// @param headers the headers of the request to it; they get the trace context
    void asked(Map<String, String> headers);

    /// The trace that it belongs to: 32 hexadecimal digits.
    Optional<String> id();

    /// The exchange is over; its spans end now.
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
