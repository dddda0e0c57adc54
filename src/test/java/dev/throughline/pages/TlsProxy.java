package dev.throughline.pages;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.throughline.backend.Certificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// A reverse proxy with TLS that changes `Host` to the service's address and reports neither host nor scheme.
final class TlsProxy implements AutoCloseable {
    /// Of a connection, not of a message; and what the JDK's client sets itself.
    private static final Set<String> NOT_PASSED =
            Set.of("host", "connection", "content-length", "transfer-encoding", "upgrade", "expect", "keep-alive");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String service;
    private final HttpsServer server;

    private TlsProxy(String service, HttpsServer server) {
        this.service = service;
        this.server = server;
    }

    static TlsProxy of(String service, Path folder) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(Certificate.in(folder).context()));
        var proxy = new TlsProxy(service, server);
        server.createContext("/", proxy::pass);
        server.setExecutor(Thread::startVirtualThread);
        server.start();
        return proxy;
    }

    String address() {
        return "https://localhost:" + server.getAddress().getPort();
    }

    private void pass(HttpExchange exchange) throws IOException {
        var request = HttpRequest.newBuilder(URI.create(service + exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!NOT_PASSED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        try (exchange) {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            answer.headers().map().forEach((name, values) -> {
                if (!NOT_PASSED.contains(name)) {
                    exchange.getResponseHeaders().put(name, List.copyOf(values));
                }
            });
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
    }
}
