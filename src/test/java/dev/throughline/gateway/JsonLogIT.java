package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import io.quarkus.bootstrap.logging.InitialConfigurator;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.handlers.ConsoleHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The console output with `throughline.log=json`.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class JsonLogIT {
    private static final Logger LOG = Logger.getLogger("throughline");

    private final BlockingQueue<ExtLogRecord> records = new LinkedBlockingQueue<>();
    private final Handler collector = new Handler() {
        @Override
        public void publish(LogRecord line) {
            records.add(ExtLogRecord.wrap(line));
        }

        @Override
        public void flush() {
            // nothing is held back
        }

        @Override
        public void close() {
            // nothing to close
        }
    };

    @TestHTTPResource("/")
    URI service;

    @BeforeEach
    void listen() {
        LOG.addHandler(collector);
    }

    @AfterEach
    void leave() {
        LOG.removeHandler(collector);
    }

    @Test
    void aRequestIsOneObjectWithItsFieldsAndNoText() throws Exception {
        HttpResponse<String> answer = new DialectHttpClient(service)
                .post(
                        "/stub/v1/messages?key=query-secret",
                        DialectHttpClient.messages(true).replace("Hello", "text-secret"),
                        "authorization",
                        "Bearer key-secret",
                        "user-agent",
                        "tester/1.2 \u00a7");

        String line = nextRequest();
        assertThat(line.strip()).doesNotContain("\n").doesNotContain("secret");
        JsonNode json = DialectHttpClient.JSON.readTree(line);
        assertThat(json.path("level").asText()).isEqualTo("INFO");
        assertThat(json.path("timestamp").asText()).isNotEmpty();
        assertThat(json.path("message").asText()).startsWith("POST /stub/v1/messages anthropic tester/1.2 ? 200 ");
        JsonNode fields = json.path("fields");
        assertThat(fields.path("method").asText()).isEqualTo("POST");
        assertThat(fields.path("path").asText()).isEqualTo("/stub/v1/messages");
        assertThat(fields.path("dialect").asText()).isEqualTo("anthropic");
        assertThat(fields.path("client").asText()).isEqualTo("tester/1.2 ?");
        assertThat(fields.path("product").asText()).isEqualTo("unknown:tester");
        assertThat(fields.path("version").asText()).isEqualTo("1.2");
        assertThat(fields.path("conversation").asText()).isEqualTo(header(answer, "x-throughline-exchange"));
        assertThat(fields.path("status").asText()).isEqualTo("200");
        assertThat(fields.path("tokens").asInt()).isPositive();
        assertThat(fields.path("micros").asLong()).isPositive();
        assertThat(fields.path("trace").asText()).hasSize(32);
        assertThat(fields.path("request").asText()).isEqualTo(header(answer, "x-request-id"));
        assertThat(fields.path("run").asText()).isEqualTo(header(answer, "x-throughline-run"));
        assertThat(fields.path("exchange").asText()).isEqualTo(header(answer, "x-throughline-exchange"));
    }

    /// The next line about a request; what the start says may come late.
    private String nextRequest() throws Exception {
        String line;
        do {
            ExtLogRecord next = records.poll(10, TimeUnit.SECONDS);
            assertThat(next).as("a line about a request").isNotNull();
            line = console().format(next);
        } while (!DialectHttpClient.JSON.readTree(line).path("message").asText().startsWith("POST "));
        return line;
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElseThrow();
    }

    private static Formatter console() {
        return Arrays.stream(InitialConfigurator.DELAYED_HANDLER.getHandlers())
                .filter(ConsoleHandler.class::isInstance)
                .findFirst()
                .orElseThrow()
                .getFormatter();
    }
}
