package dev.throughline.gateway;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;

/// Bounds what the system takes of an answer whose client does not read.
///
/// Left to itself, Linux takes up to 4 MiB for each connection (`net.ipv4.tcp_wmem`): a backend would run that far
/// ahead
/// of a slow client, and the record of its answer with it. What is set is doubled by the system, which takes the
/// other half for itself: 0.6 MB/s at a round trip of 200 ms, far more than a stream of tokens.
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
