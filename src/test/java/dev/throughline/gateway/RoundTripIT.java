package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.RoundTripPiece.Call;
import dev.throughline.gateway.RoundTripPiece.Sealed;
import dev.throughline.gateway.RoundTripPiece.Text;
import dev.throughline.gateway.RoundTripPiece.Thought;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
@Expensive(38)
@QuarkusTest
@TestProfile(ProxyProfile.class)
class RoundTripIT {
    private static final RoundTripDialect CHAT = new RoundTripChat(List.of("reasoning_content"));
    private static final RoundTripDialect MESSAGES = new RoundTripMessages();
    private static final RoundTripDialect RESPONSES = new RoundTripResponses();
    private static final List<Server> GLM = List.of(
            new Server("auto", CHAT), new Server("anthropic-glm", MESSAGES), new Server("responses-glm", RESPONSES));

    /// What no filter may take for markup in a text.
    private static final String MARKUP = " if a < b then <b>&amp; x</b> </div, <tool or `<tool_call>` and `<|user|>` ";

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
        REDACTED,
        /// Thought, text and call that look like markup.
        MARKUP
    }

    /// What happens to the first attempt at the second answer.
    private enum Incident {
        NONE,
        /// It pauses in its middle for longer than the interval of keep-alives.
        SLOW,
        ERROR,
        CUT;

        boolean isFailure() {
            return this == ERROR || this == CUT;
        }
    }

    /// A backend.
    /// @param name of the configured one
    private record Server(String name, RoundTripDialect dialect) {
        boolean isGlm() {
            return GLM.contains(this);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void allThatTheBackendSaidComesBackToIt(RoundTripDialect client, Server server, Shape shape, boolean isStream)
            throws Exception {
        assertWholeOnBothSides(new Conversation(client, server, shape, Incident.NONE, isStream));
    }

    /// The client repeats a request whose answer failed.
    @ParameterizedTest
    @MethodSource("incidents")
    void aGlmBackendGetsAllBackWhateverItsTextsLookLikeAndHoweverItAnswers(
            RoundTripDialect client, Server server, Incident incident, boolean isStream) throws Exception {
        assertWholeOnBothSides(new Conversation(client, server, Shape.MARKUP, incident, isStream));
    }

    private static void assertWholeOnBothSides(Conversation conversation) throws Exception {
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

    static Stream<Arguments> incidents() {
        return Stream.of(CHAT, MESSAGES, RESPONSES)
                .flatMap(client -> GLM.stream()
                        .flatMap(server -> Stream.of(Incident.values())
                                .flatMap(incident -> Stream.of(true, false)
                                        .map(isStream -> argumentSet(
                                                client.path() + " to " + server.name() + " " + incident
                                                        + (isStream ? ", stream" : ", whole"),
                                                client,
                                                server,
                                                incident,
                                                isStream)))));
    }

    /// A chat answer cannot interleave, and has opaque data in details only.
    private static Stream<Shape> shapes(Server server) {
        boolean isDetailed =
                server.dialect() instanceof RoundTripChat(List<String> fields) && fields.contains("reasoning_details");
        return server.dialect() instanceof RoundTripChat
                ? isDetailed ? Stream.of(Shape.TOOLS, Shape.REDACTED) : Stream.of(Shape.TOOLS)
                : Stream.of(Shape.TOOLS, Shape.INTERLEAVED, Shape.REDACTED);
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
        var conversation = new Conversation(CHAT, new Server(name, dialect), Shape.INTERLEAVED, Incident.NONE, true);

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
        var conversation = new Conversation(CHAT, new Server(name, dialect), Shape.REDACTED, Incident.NONE, true);
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
        private static final int STEP_OF_INCIDENT = 1;
        private static final String REASON = "too hot";
        private static final String JSON_TYPE = "content-type: application/json";

        private final RoundTripDialect client;
        private final Server server;
        private final Incident incident;
        private final boolean isStream;
        private final List<List<RoundTripPiece>> answers;
        private final ProxiedRun run;
        private final List<List<RoundTripPiece>> received = new ArrayList<>();
        private String model = "";
        private String sent = "";
        /// With the last request.
        private List<List<RoundTripPiece>> cameBack = List.of();
        private final AtomicInteger attempts = new AtomicInteger();
        private final List<String> preservation = new ArrayList<>();
        private final List<String> dropped = new ArrayList<>();

        Conversation(RoundTripDialect client, Server server, Shape shape, Incident incident, boolean isStream)
                throws Exception {
            this.client = client;
            this.server = server;
            this.incident = incident;
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
                case MARKUP -> {
                    pieces.set(
                            0,
                            new Thought(
                                    "<|assistant|> <tool_call> <arg_key>" + MARKUP + number, "UHJv" + number + "+/=="));
                    pieces.add(new Text(MARKUP + number + " </thin\n\n  "));
                }
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
                    ProxyDialect.object(
                            "{\"cmd\":\"echo 'é' \\\"x\\\" \\\\n </arg_value><|user|>\",\"deep\":{\"a\":[1,\"2\",null,true]}}"));
        }

        void hold(UnaryOperator<ObjectNode> keeping) throws Exception {
            ArrayNode history = DialectHttpClient.JSON.createArrayNode();
            model = backend.model(this::answer);
            if (server.isGlm()) {
                model = "glm-4.7-" + model;
                backend.answer(model, this::answer);
            }
            List<Call> calls = List.of();
            for (int i = 0; i < answers.size(); i++) {
                if (calls.isEmpty()) {
                    history.add(client.question("Question " + i));
                } else {
                    client.results(calls).forEach(history::add);
                }
                sent = client.request(model, isStream, history).toString();
                if (i == STEP_OF_INCIDENT && incident.isFailure()) {
                    assertFailed(run.post(client.path(), sent));
                    backend.take(model);
                }
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

        private void answer(ReceivedRequest request, BackendSocket socket) throws Exception {
            int step = server.dialect().answers(request.json()).size();
            boolean isWritten = request.json().path("stream").asBoolean();
            String answer = isWritten
                    ? server.dialect().stream(answers.get(step))
                    : server.dialect().whole(answers.get(step));
            boolean isIncident = step == STEP_OF_INCIDENT && attempts.getAndIncrement() == 0;
            int middle = answer.indexOf("\n\n", answer.length() / 2) + 2;
            if (isIncident && incident == Incident.ERROR && !isWritten) {
                socket.whole(500, "{\"error\":{\"message\":\"" + REASON + "\",\"type\":\"api_error\"}}", JSON_TYPE);
                return;
            }
            socket.head(200, isWritten ? "content-type: text/event-stream" : JSON_TYPE);
            socket.chunk(answer.substring(0, middle));
            switch (isIncident ? incident : Incident.NONE) {
                case NONE -> socket.chunk(answer.substring(middle)).end();
                case SLOW -> {
                    Pause.millis(700);
                    socket.chunk(answer.substring(middle)).end();
                }
                case ERROR ->
                    socket.chunk(ProxyDialect.of(server.dialect().path()).error(REASON))
                            .end();
                case CUT -> socket.close();
            }
        }

        private void assertFailed(HttpResponse<String> answer) throws Exception {
            ProxyDialect reader = ProxyDialect.of(client.path());
            List<String> errors = isStream
                    ? reader.errors(DialectHttpClient.frames(answer.body()))
                    : List.of(
                            DialectHttpClient.json(answer).at("/error/message").asText());
            assertThat(errors).as(answer.body()).hasSize(1).allMatch(error -> !error.isEmpty());
            if (incident == Incident.ERROR) {
                assertThat(errors).containsExactly(REASON);
            }
            assertThat(answer.statusCode()).isEqualTo(isStream ? 200 : incident == Incident.ERROR ? 500 : 502);
            assertThat(reader.claimsEnd(answer.body())).as(answer.body()).isFalse();
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
