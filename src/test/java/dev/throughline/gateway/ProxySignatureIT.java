package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Proofs over reasoning that a chat backend cannot give: issued, traced and resolved by the proxy.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxySignatureIT {
    private static final ProxyDialect CHAT = new ProxyChat();
    private static final ProxyAnswer CALLING = ProxyAnswer.CALLING;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @CsvSource({"/v1/messages,true", "/v1/messages,false", "/v1/responses,true", "/v1/responses,false"})
    void reasoningOfAChatBackendIsSignedAndComesBackExactly(String path, boolean isStream) throws Exception {
        Loop loop = loop(path, isStream);

        HttpResponse<String> second = loop.send(body -> body);

        assertThat(loop.read.signature()).hasSizeLessThanOrEqualTo(200).matches("Throughline[A-Za-z0-9]+");
        assertThat(second.headers().firstValue("x-throughline-preservation")).contains("exact; turns=1");
        JsonNode capabilities = loop.run.run().report().path("capabilities");
        assertThat(capabilities.at("/THINK/status").asText()).isEqualTo("PRESERVED");
        assertThat(capabilities.at("/SIGNATURE/status").asText()).isEqualTo("PRESERVED");
        assertThat(CHAT.followUp(loop.received()).reasoning()).isEqualTo(CALLING.reasoning());
    }

    @ParameterizedTest
    @CsvSource({"/v1/messages", "/v1/responses"})
    void aTextThatWasLeftOutIsFilledInFromTheRecord(String path) throws Exception {
        Loop loop = loop(path, true);

        HttpResponse<String> second = loop.send(body -> emptied(body));

        assertThat(CHAT.followUp(loop.received()).reasoning()).isEqualTo(CALLING.reasoning());
        assertThat(second.headers().firstValue("x-throughline-preservation")).contains("exact; turns=1");
        assertThat(loop.run.exchange(2).at("/repairs/0/by").asText()).isEqualTo("signature");
    }

    @ParameterizedTest
    @CsvSource({"/v1/messages", "/v1/responses"})
    void anAlteredSignatureIsRecordedAndNeverResolved(String path) throws Exception {
        Loop loop = loop(path, true);
        String altered = loop.read.signature().replaceFirst(".{3}$", "000");

        HttpResponse<String> second = loop.send(body -> emptied(body.replace(loop.read.signature(), altered)));

        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(CHAT.followUp(loop.received()).reasoning()).isEmpty();
        JsonNode exchange = loop.run.exchange(2);
        assertThat(exchange.at("/anomalies/0/kind").asText()).isEqualTo("unknown-signature");
        assertThat(exchange.path("repairs")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/v1/messages", "/v1/responses"})
    void aSignatureOfAnotherRunNamesNothing(String path) throws Exception {
        Loop loop = loop(path, true);
        ProxiedRun other = ProxiedRun.open(service, "plain");

        other.post(path, emptied(loop.second()));

        assertThat(CHAT.followUp(loop.received()).reasoning()).isEmpty();
        assertThat(other.exchange(1).at("/anomalies/0/kind").asText()).isEqualTo("unknown-signature");
    }

    @ParameterizedTest
    @CsvSource({"/v1/messages,true", "/v1/messages,false", "/v1/responses,true", "/v1/responses,false"})
    void reasoningThatABackendOfTheSameDialectLeavesUnsignedIsSigned(String path, boolean isStream) throws Exception {
        ProxyDialect same = ProxyDialect.of(path);
        Loop loop = loop(path, isStream, same);

        HttpResponse<String> second = loop.send(body -> body);

        assertThat(loop.read.signature()).matches("Throughline[A-Za-z0-9]+");
        assertThat(second.headers().firstValue("x-throughline-preservation")).contains("exact; turns=1");
        assertThat(loop.run.run().report().at("/capabilities/SIGNATURE/status").asText())
                .isEqualTo("PRESERVED");
        assertThat(same.followUp(loop.received()).reasoning()).isEqualTo(CALLING.reasoning());
    }

    private Loop loop(String path, boolean isStream) throws Exception {
        return loop(path, isStream, CHAT);
    }

    private Loop loop(String path, boolean isStream, ProxyDialect server) throws Exception {
        ProxyDialect client = ProxyDialect.of(path);
        String model = backend.model((request, socket) -> {
            if (request.json().path("stream").asBoolean()) {
                socket.stream().chunk(server.stream(CALLING)).end();
            } else {
                socket.json(server.whole(CALLING));
            }
        });
        ProxiedRun run = ProxiedRun.open(service, server.backend());
        String question = client.question(model, isStream);
        HttpResponse<String> first = run.post(path, question);
        backend.take(model);
        ProxyAnswer read = isStream
                ? client.read(DialectHttpClient.frames(first.body()))
                : client.read(DialectHttpClient.json(first));
        return new Loop(run, client, model, question, read);
    }

    private final class Loop {
        private final ProxiedRun run;
        private final ProxyDialect client;
        private final String model;
        private final String question;
        private final ProxyAnswer read;

        private Loop(ProxiedRun run, ProxyDialect client, String model, String question, ProxyAnswer read) {
            this.run = run;
            this.client = client;
            this.model = model;
            this.question = question;
            this.read = read;
        }

        private String second() {
            return client.result(question, read, "Output.");
        }

        private HttpResponse<String> send(UnaryOperator<String> change) throws Exception {
            return run.post(client.path(), change.apply(second()));
        }

        /// What the backend got, which must hold no proof of ours.
        private JsonNode received() throws InterruptedException {
            String text = backend.take(model).text();
            assertThat(text).doesNotContain("Throughline");
            return ProxyDialect.object(text);
        }
    }

    /// The same request with the proofs of its reasoning and without the texts.
    private static String emptied(String request) {
        ObjectNode body = ProxyDialect.object(request);
        body.findParents("thinking").forEach(block -> ((ObjectNode) block).put("thinking", ""));
        for (JsonNode item : body.path("input")) {
            if (item.path("type").asText().equals("reasoning")) {
                ((ObjectNode) item).remove("content");
            }
        }
        return body.toString();
    }
}
