package dev.throughline.access;

import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;

/// The protocols of the port: without TLS only HTTP/1.1, unless `throughline.access.http2-cleartext` is
/// set. A request to upgrade is otherwise answered without upgrading (RFC 9110, 7.8).
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
