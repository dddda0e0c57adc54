package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.testing.PostgresResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class RequestLogIT {
    private static final Logger LOG = Logger.getLogger("throughline");
    private static final PatternFormatter FORMAT = new PatternFormatter("%s");

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Handler collector = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(FORMAT.format(ExtLogRecord.wrap(line)));
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
    void writesOneLineWithoutSecretsAndTexts() throws Exception {
        new DialectHttpClient(service)
                .post(
                        "/stub/v1/chat/completions?key=query-secret",
                        DialectHttpClient.chat(true),
                        "authorization",
                        "Bearer header-secret",
                        "user-agent",
                        "tester/1.2 \u00a7");

        String line = lines.poll(10, TimeUnit.SECONDS);
        assertThat(line)
                .startsWith("POST /stub/v1/chat/completions openai-chat tester/1.2 ? 200 ")
                .containsPattern("[1-9][0-9]* tokens [0-9.]+ ms")
                .doesNotContain("secret")
                .doesNotContain("Hello");
        assertThat(lines).isEmpty();
    }

    @Test
    void namesTheRequestThatLostReasoning() throws Exception {
        var client = new DialectHttpClient(service);
        String run = DialectHttpClient.json(client.post("/api/v1/runs", "{}"))
                .path("id")
                .asText();
        String path = "/r/" + run + "/v1/chat/completions";
        JsonNode first = DialectHttpClient.json(client.post(path, DialectHttpClient.chat(false)));
        assertThat(lines.poll(10, TimeUnit.SECONDS)).endsWith(" ms");
        ArrayNode messages = DialectHttpClient.JSON.createArrayNode();
        messages.addObject().put("role", "user").put("content", "Hello");
        messages.addObject().put("role", "assistant").set("content", first.at("/choices/0/message/content"));
        messages.addObject().put("role", "user").put("content", "And then?");

        client.post(path, "{\"model\":\"glm-4.7\",\"messages\":" + messages + "}");

        assertThat(lines.poll(10, TimeUnit.SECONDS)).endsWith(" ms reasoning missing; turns=1 in " + run + "/2");
    }
}
