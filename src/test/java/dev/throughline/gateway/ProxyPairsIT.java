package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// A client of any dialect with a backend of any dialect: what the client receives, and what the backend
/// gets back.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyPairsIT {
    private static final String OUTPUT = "Found: \"x\" \\ ü\n";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @MethodSource("pairs")
    void theClientReadsWhatTheBackendSaid(ProxyDialect client, ProxyDialect server, boolean isStream) throws Exception {
        String model = answering(server, ProxyAnswer.CALLING);
        ProxiedRun run = ProxiedRun.open(service, server.backend());

        ProxyAnswer read = read(client, isStream, run.post(client.path(), client.question(model, isStream)));

        assertThat(normal(read)).isEqualTo(normal(ProxyAnswer.CALLING));
        JsonNode usage = run.exchange(1).path("usage");
        assertThat(usage.path("inputTokens").asInt()).isEqualTo(ProxyAnswer.CALLING.input());
        assertThat(usage.path("outputTokens").asInt()).isEqualTo(ProxyAnswer.CALLING.output());
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void anEndWithoutACallIsReportedToo(ProxyDialect client, ProxyDialect server, boolean isStream) throws Exception {
        String model = answering(server, ProxyAnswer.ENDING);

        assertThat(ask(client, server, model, isStream).signed("")).isEqualTo(ProxyAnswer.ENDING);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void anAnswerTruncatedByTheLimitIsReportedAsTruncated(ProxyDialect client, ProxyDialect server, boolean isStream)
            throws Exception {
        String model = answering(server, ProxyAnswer.ENDING.ending("length"));

        assertThat(ask(client, server, model, isStream).finish()).isEqualTo("length");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theSecondRequestSendsTheBackendTheWholeConversation(ProxyDialect client, ProxyDialect server, boolean isStream)
            throws Exception {
        String model = answering(server, ProxyAnswer.CALLING);
        ProxiedRun run = ProxiedRun.open(service, server.backend());
        String question = client.question(model, isStream);
        ProxyAnswer read = read(client, isStream, run.post(client.path(), question));
        backend.take(model);

        HttpResponse<String> second = run.post(client.path(), client.result(question, read, OUTPUT));

        assertThat(second.headers().firstValue("x-throughline-preservation")).contains("exact; turns=1");
        JsonNode request = backend.take(model).json();
        ProxyFollowUp followUp = server.followUp(request);
        assertThat(json(followUp.arguments())).isEqualTo(json(ProxyAnswer.CALLING.arguments()));
        assertThat(followUp)
                .isEqualTo(new ProxyFollowUp(
                        "Be brief.",
                        List.of("Hello"),
                        ProxyAnswer.CALLING.reasoning(),
                        ProxyAnswer.CALLING.text(),
                        ProxyAnswer.CALLING.callId(),
                        "look",
                        followUp.arguments(),
                        ProxyAnswer.CALLING.callId(),
                        OUTPUT,
                        List.of("look")));
        assertThat(request.path("stream").asBoolean()).isEqualTo(isStream);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aCallOfAServerThatSaysStopIsSentAsACallElsewhere(ProxyDialect client, ProxyDialect server, boolean isStream)
            throws Exception {
        String model = answering(server, ProxyAnswer.CALLING.ending("stop"));

        String finish = ask(client, server, model, isStream).finish();

        assertThat(finish).isEqualTo(client == server && !(client instanceof ProxyResponses) ? "stop" : "tool_calls");
    }

    /// Chat has no field for it.
    @ParameterizedTest
    @CsvSource({
        "/v1/messages,/v1/messages",
        "/v1/responses,/v1/messages",
        "/v1/messages,/v1/responses",
        "/v1/responses,/v1/responses"
    })
    void aSignatureComesBackToTheBackendThatGaveIt(String of, String at) throws Exception {
        ProxyDialect client = ProxyDialect.of(of);
        ProxyDialect server = ProxyDialect.of(at);
        String model = answering(server, ProxyAnswer.CALLING.signed("c2ln+/=="));
        ProxiedRun run = ProxiedRun.open(service, server.backend());
        String question = client.question(model, true);
        ProxyAnswer read = read(client, true, run.post(client.path(), question));
        backend.take(model);

        run.post(client.path(), client.result(question, read, OUTPUT));

        assertThat(backend.take(model).text()).contains("\"c2ln+/==\"");
    }

    private ProxyAnswer ask(ProxyDialect client, ProxyDialect server, String model, boolean isStream) throws Exception {
        ProxiedRun run = ProxiedRun.open(service, server.backend());
        return read(client, isStream, run.post(client.path(), client.question(model, isStream)));
    }

    private static ProxyAnswer read(ProxyDialect client, boolean isStream, HttpResponse<String> answer)
            throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return isStream
                ? client.read(DialectHttpClient.frames(answer.body()))
                : client.read(DialectHttpClient.json(answer));
    }

    /// Answers as the request asks: a stream or one body.
    private String answering(ProxyDialect server, ProxyAnswer answer) {
        return backend.model((request, socket) -> {
            if (request.json().path("stream").asBoolean()) {
                socket.stream().chunk(server.stream(answer)).end();
            } else {
                socket.json(server.whole(answer));
            }
        });
    }

    /// The same with arguments as JSON writes them in one way.
    private static ProxyAnswer normal(ProxyAnswer answer) {
        return new ProxyAnswer(
                answer.reasoning(),
                "",
                answer.text(),
                answer.callId(),
                answer.name(),
                json(answer.arguments()).toString(),
                answer.finish(),
                answer.input(),
                answer.output());
    }

    private static JsonNode json(String text) {
        return ProxyDialect.object(text);
    }

    static Stream<Arguments> pairs() {
        return ProxyDialect.ALL.stream()
                .flatMap(client -> ProxyDialect.ALL.stream()
                        .flatMap(server -> Stream.of(true, false)
                                .map(isStream -> argumentSet(
                                        client.backend() + " client, " + server.backend() + " backend, "
                                                + (isStream ? "stream" : "whole"),
                                        client,
                                        server,
                                        isStream))));
    }
}
