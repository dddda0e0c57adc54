package dev.throughline.gateway;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;

/// Limits how much of an answer the operating system buffers for a slow client.
///
/// By default, Linux buffers up to 4 MiB per connection (`net.ipv4.tcp_wmem`): a backend would run that far
/// ahead of a slow client, and so would the recorded answer. The system doubles the configured value and
/// uses the other half itself: 0.6 MB/s at a round trip of 200 ms, far more than a stream of tokens needs.
@ApplicationScoped
class SendBufferLimit implements HttpServerOptionsCustomizer {
    static final int BYTES = 128 * 1024;

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        options.setSendBufferSize(BYTES);
    }

    @Override
    public void customizeHttpsServer(HttpServerOptions options) {
        options.setSendBufferSize(BYTES);
    }
}
