package dev.throughline.gateway;

import io.quarkus.vertx.http.HttpServer;
import io.quarkus.vertx.http.HttpServerStart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import org.jboss.logging.Logger;

/// Prints at startup the URLs to configure in a client and the URL of the results.
@ApplicationScoped
class StartupBanner {
    private static final Logger LOG = Logger.getLogger("throughline");

    private final HttpServer server;

    StartupBanner(HttpServer server) {
        this.server = server;
    }

    void started(@ObservesAsync HttpServerStart start) {
        LOG.info(text("http://" + reachable(start.options().getHost()) + ":" + server.getPort()));
    }

    /// A wildcard address cannot be connected to; its loopback can.
    private static String reachable(String host) {
        return switch (host) {
            case "0.0.0.0", "::", "" -> "127.0.0.1";
            case String six when six.indexOf(':') >= 0 -> "[" + six + "]";
            case String name -> name;
        };
    }

    private static String text(String origin) {
        return """
                Ready. Paste into a client:
                  OpenAI base URL     %1$s/v1
                  Anthropic base URL  %1$s
                  pages               %1$s/
                  report              %1$s/v1/validation_report
                  docs                %1$s/docs""".formatted(origin);
    }
}
