package dev.throughline.access;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;

/// Which protocols the port speaks: without TLS only HTTP/1.1, unless `throughline.access.http2-cleartext` says
/// otherwise. A request to upgrade is answered as if it did not ask (RFC 9110, 7.8).
@ApplicationScoped
class ServerProtocols implements HttpServerOptionsCustomizer {
    private final AccessConfig config;

    ServerProtocols(AccessConfig config) {
        this.config = config;
    }

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        options.setHttp2ClearTextEnabled(config.http2Cleartext());
    }
}
