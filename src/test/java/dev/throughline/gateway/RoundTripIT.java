package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.RoundTripPiece.Call;
import dev.throughline.gateway.RoundTripPiece.Sealed;
import dev.throughline.gateway.RoundTripPiece.Text;
import dev.throughline.gateway.RoundTripPiece.Thought;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// A client of each dialect that gives every answer back exactly as it got it, over two turns with tools, in front of
/// a backend of each dialect: the client gets all that the backend said, the backend gets all of it back in its own
/// form and order, and what the service says of the client is true.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class RoundTripIT {
    private static final RoundTripDialect CHAT = new RoundTripChat(List.of("reasoning_content"));
    private static final RoundTripDialect MESSAGES = new RoundTripMessages();
    private static final RoundTripDialect RESPONSES = new RoundTripResponses();

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    /// What an answer consists of before its end.
    private enum Shape {
        /// Thought, text, call.
        TOOLS,
        /// Thoughts between texts and calls.
        INTERLEAVED,
        /// A thought that only the backend reads, beside one with a text.
        REDACTED
    }

    /// A backend.
    /// @param name of the configured one
    private record Server(String name, RoundTripDialect dialect) {}

    @ParameterizedTest
    @MethodSource("pairs")
    void allThatTheBackendSaidComesBackToIt(RoundTripDialect client, Server server, Shape shape, boolean isStream)
            throws Exception {
        var conversation = new Conversation(client, server, shape, isStream);

        conversation.hold(UnaryOperator.identity());

        assertThat(conversation.received).isEqualTo(conversation.expectedByClient());
        assertThat(conversation.cameBack).hasSize(5);
        assertThat(conversation.preservation).containsOnly("exact");
        assertThat(conversation.dropped).isEmpty();
        JsonNode report = conversation.run.run().report();
        assertThat(report.path("verdict").asText()).as(report.toString()).isEqualTo("PASS");
        assertThat(report.at("/capabilities/THINK/status").asText()).isEqualTo("PRESERVED");
    }

    static Stream<Arguments> pairs() {
        List<Server> servers = List.of(
                new Server("anthropic", MESSAGES),
                new Server("responses", RESPONSES),
                new Server("plain", CHAT),
                new Server("plain", new RoundTripChat(List.of("reasoning"))),
                new Server("plain", new RoundTripChat(List.of("reasoning_content", "reasoning"))),
                new Server("plain", new RoundTripChat(List.of("reasoning", "reasoning_details"))));
        return Stream.of(CHAT, MESSAGES, RESPONSES)
                .flatMap(client -> servers.stream()
                        .flatMap(server -> shapes(server)
                                .flatMap(shape -> Stream.of(true, false)
                                        .map(isStream -> argumentSet(
                                                client.path() + " to " + server + " " + shape
                                                        + (isStream ? ", stream" : ", whole"),
                                                client,
                                                server,
                                                shape,
                                                isStream)))));
    }

    /// A chat answer cannot interleave, and has opaque data in details only.
    private static Stream<Shape> shapes(Server server) {
        boolean isDetailed =
                server.dialect() instanceof RoundTripChat(List<String> fields) && fields.contains("reasoning_details");
        return server.dialect() instanceof RoundTripChat
                ? isDetailed ? Stream.of(Shape.TOOLS, Shape.REDACTED) : Stream.of(Shape.TOOLS)
                : Stream.of(Shape.values());
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic,reasoning_content,exact",
        "responses,reasoning_content,exact",
        "anthropic,reasoning_details,exact",
        "responses,reasoning_details,exact",
        "repair-anthropic,'',missing",
    })
    void aChatClientThatKeepsOneFieldOrNoneLosesNothing(String name, String kept, String preservation)
            throws Exception {
        RoundTripDialect dialect = name.equals("responses") ? RESPONSES : MESSAGES;
        var conversation = new Conversation(CHAT, new Server(name, dialect), Shape.INTERLEAVED, true);

        conversation.hold(message -> without(message, kept));

        assertThat(conversation.cameBack).hasSize(5);
        assertThat(conversation.preservation.subList(1, 6)).containsOnly(preservation);
        assertThat(conversation.run.exchange(2).path("repairs").isEmpty()).isEqualTo(!kept.isEmpty());
    }

    /// As on the next day, when live traffic has another run.
    @ParameterizedTest
    @CsvSource({"anthropic", "responses"})
    void aRunThatDoesNotKnowTheAnswersSendsTheDetailsOfAChatClient(String name) throws Exception {
        RoundTripDialect dialect = name.equals("responses") ? RESPONSES : MESSAGES;
        var conversation = new Conversation(CHAT, new Server(name, dialect), Shape.REDACTED, true);
        conversation.hold(UnaryOperator.identity());

        ProxiedRun other = ProxiedRun.open(service, name);
        other.post(CHAT.path(), conversation.sent);

        assertThat(dialect.answers(backend.take(conversation.model).json())).isEqualTo(conversation.cameBack);
    }

    private static ObjectNode without(ObjectNode message, String kept) {
        List<String> others = Stream.of("reasoning_content", "reasoning_details")
                .filter(field -> !field.equals(kept))
                .toList();
        return message.deepCopy().remove(others);
    }

    /// A client and what became of its conversation.
    private final class Conversation {
        private final RoundTripDialect client;
        private final Server server;
        private final boolean isStream;
        private final List<List<RoundTripPiece>> answers;
        private final ProxiedRun run;
        private final List<List<RoundTripPiece>> received = new ArrayList<>();
        private String model = "";
        private String sent = "";
        /// With the last request.
        private List<List<RoundTripPiece>> cameBack = List.of();
        private final List<String> preservation = new ArrayList<>();
        private final List<String> dropped = new ArrayList<>();

        Conversation(RoundTripDialect client, Server server, Shape shape, boolean isStream) throws Exception {
            this.client = client;
            this.server = server;
            this.isStream = isStream;
            this.answers = answers(shape);
            this.run = ProxiedRun.open(service, server.name());
        }

        /// Turns of two steps with tools, of one, and of none, each with an end.
        private static List<List<RoundTripPiece>> answers(Shape shape) {
            return List.of(step(1, shape), step(2, shape), end(3), step(4, shape), end(5), end(6));
        }

        private static List<RoundTripPiece> step(int number, Shape shape) {
            List<RoundTripPiece> pieces = new ArrayList<>(List.of(thought(number, "a")));
            switch (shape) {
                case TOOLS -> pieces.add(new Text("Text " + number + " né.\n\n  "));
                case REDACTED -> {
                    pieces.add(new Sealed("UkVE" + number + "+/=="));
                    pieces.add(new Text("Text " + number));
                }
                case INTERLEAVED -> {
                    pieces.add(new Text("Text " + number + " 😀 "));
                    pieces.add(thought(number, "b"));
                    pieces.add(new Text("more text."));
                    pieces.add(call(number, "a"));
                    pieces.add(thought(number, "c"));
                }
            }
            pieces.add(call(number, "z"));
            return pieces;
        }

        private static List<RoundTripPiece> end(int number) {
            return List.of(thought(number, "a"), new Text("Done " + number + "."));
        }

        /// A text that shows any change.
        private static Thought thought(int number, String which) {
            return new Thought(
                    "\nR" + number + which
                            + " two  spaces, a tab\t, CRLF\r\n\n\nlines, e\u0301 \u00e9 \u2028 😀\u200D🔬 \\n"
                            + " <b>&amp; \"q\" {{x}} <|user|> if a < b; end \n",
                    "UHJvb2Y" + number + which + "+/==");
        }

        private static Call call(int number, String which) {
            return new Call(
                    "call_" + number + which,
                    ProxyDialect.object("{\"cmd\":\"echo 'é' \\\"x\\\" \\\\n\",\"deep\":{\"a\":[1,\"2\",null,true]}}"));
        }

        void hold(UnaryOperator<ObjectNode> keeping) throws Exception {
            ArrayNode history = DialectHttpClient.JSON.createArrayNode();
            model = backend.model((request, socket) -> {
                List<RoundTripPiece> answer =
                        answers.get(server.dialect().answers(request.json()).size());
                if (request.json().path("stream").asBoolean()) {
                    socket.stream().chunk(server.dialect().stream(answer)).end();
                } else {
                    socket.json(server.dialect().whole(answer));
                }
            });
            List<Call> calls = List.of();
            for (int i = 0; i < answers.size(); i++) {
                if (calls.isEmpty()) {
                    history.add(client.question("Question " + i));
                } else {
                    client.results(calls).forEach(history::add);
                }
                sent = client.request(model, isStream, history).toString();
                HttpResponse<String> answer = run.post(client.path(), sent);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                cameBack = server.dialect().answers(backend.take(model).json());
                assertThat(cameBack).isEqualTo(expectedByBackend().subList(0, i));
                note(answer, i);
                List<ObjectNode> kept = client.kept(answer, isStream);
                kept.forEach(message -> history.add(keeping.apply(message)));
                List<RoundTripPiece> read = client.read(kept);
                received.add(comparable(read));
                calls = RoundTripDialect.calls(read);
            }
        }

        private void note(HttpResponse<String> answer, int step) {
            String header =
                    answer.headers().firstValue("x-throughline-preservation").orElse("");
            preservation.add(step == 0 ? header.replace("n/a", "exact") : header.replaceFirst(";.*", ""));
            dropped.addAll(answer.headers().allValues("x-throughline-dropped"));
        }

        List<List<RoundTripPiece>> expectedByBackend() {
            return answers.stream().map(server.dialect()::due).toList();
        }

        List<List<RoundTripPiece>> expectedByClient() {
            return answers.stream()
                    .map(server.dialect()::due)
                    .map(answer -> client instanceof RoundTripChat ? RoundTripPiece.asMessage(answer) : answer)
                    .map(this::comparable)
                    .toList();
        }

        /// A client of another dialect than the backend's may get proofs of ours; a chat client gets the backend's.
        private List<RoundTripPiece> comparable(List<RoundTripPiece> pieces) {
            boolean areOfBackend = client instanceof RoundTripChat
                    || client.path().equals(server.dialect().path());
            return areOfBackend ? pieces : RoundTripPiece.unproven(pieces);
        }
    }
}
