package dev.throughline.harness;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LastModifiedIT {
    private static final Map<String, String> DATES = Map.of(
            "/1.1", "Sat, 01 Mar 2025 10:00:00 GMT",
            "/1.2", "Tue, 01 Apr 2025 10:00:00 GMT",
            "/odd", "yesterday");

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(exchange.getRequestMethod() + " " + path);
            if (DATES.containsKey(path)) {
                exchange.getResponseHeaders().add("Last-Modified", DATES.get(path));
            }
            exchange.sendResponseHeaders(path.equals("/gone") ? 404 : 200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Map<String, Instant> dates(String... names) {
        String base = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        return LastModified.of(List.of(names), name -> base + name);
    }

    @Test
    void readsTheDateOfEachFile() {
        assertThat(dates("1.1", "1.2"))
                .containsOnly(
                        Map.entry("1.1", Instant.parse("2025-03-01T10:00:00Z")),
                        Map.entry("1.2", Instant.parse("2025-04-01T10:00:00Z")));
        assertThat(asked).containsExactly("HEAD /1.2", "HEAD /1.1");
    }

    @Test
    void asksNoFurtherAServerThatTellsNoDate() {
        assertThat(dates("1.1", "1.2", "undated")).isEmpty();
        assertThat(dates("1.1", "odd")).isEmpty();
        assertThat(dates("1.1", "gone")).isEmpty();
        assertThat(asked).containsExactly("HEAD /undated", "HEAD /odd", "HEAD /gone");
    }

    @Test
    void knowsNothingOfAServerThatIsNotThere() {
        server.stop(0);

        assertThat(dates("1.1")).isEmpty();
    }
}
