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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Reasoning leaves in the fields in which a chat backend sends it, and is expected back there. JSON is written
/// with `'` for quotes.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyReasoningFieldIT {
    private static final String DONE = "data: [DONE]\n\n";
    private static final String CALL =
            "'tool_calls':[{'index':0,'id':'call_1','type':'function','function':{'name':'look','arguments':'{}'}}]";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    /// Where a backend carries reasoning.
    enum Field {
        REASONING_CONTENT("'reasoning_content':%s"),
        REASONING("'reasoning':%s"),
        REASONING_TEXT("'reasoning_text':%s"),
        BOTH("'reasoning_content':%1$s,'reasoning':%1$s"),
        DETAILS("'reasoning_details':[{'type':'reasoning.text','text':%s,'id':'rd_1','index':0}]"),
        REASONING_AND_DETAILS(
                "'reasoning':%1$s,'reasoning_details':[{'type':'reasoning.text','text':%1$s,'id':'rd_1','index':0}]");

        private final String members;

        Field(String members) {
            this.members = members;
        }

        String of(String text) {
            return members.formatted("'" + text + "'");
        }
    }

    @ParameterizedTest
    @EnumSource
    void framesStayByteForByteWhereNoMarkupPasses(Field field) throws Exception {
        String sent = List.of("if a ", "<", " b then x ", "</", "div>", " ok <|", "user|> end \\n").stream()
                        .map(text -> chunk(field.of(text)))
                        .collect(Collectors.joining())
                + chunk("'content':'one '")
                + ": comment\n\n"
                + chunk("'content':'<'")
                + chunk("'content':' two. \\n\\n'")
                + chunk(CALL)
                + chunk("'content':'\\n '")
                + finish("tool_calls")
                + DONE;
        String model = backend.model((_, socket) -> socket.stream().chunk(sent).end());
        ProxiedRun run = ProxiedRun.open(service, "glm");

        assertThat(run.post(ProxiedRun.CHAT, request(model, true, "")).body()).isEqualTo(sent);
        assertThat(run.tokens(1))
                .noneSatisfy(token -> assertThat(token.path("kind").asText()).isEqualTo("raw"));
    }

    @ParameterizedTest
    @EnumSource
    void whatAFilterHoldsBackLeavesInItsField(Field field) throws Exception {
        String sent =
                chunk(field.of("<thi")) + chunk(field.of("nk>\\nso a <")) + chunk(field.of(" b")) + finish("stop");
        String model =
                backend.model((_, socket) -> socket.stream().chunk(sent + DONE).end());

        String body = ProxiedRun.open(service, "glm")
                .post(ProxiedRun.CHAT, request(model, true, ""))
                .body();

        String name = field.members.substring(1, field.members.indexOf("':"));
        List<JsonNode> deltas = DialectHttpClient.frames(body).stream()
                .map(frame -> frame.at("/choices/0/delta"))
                .filter(delta -> !delta.isEmpty())
                .toList();
        assertThat(deltas).allSatisfy(delta -> assertThat(delta.has(name)).isTrue());
        assertThat(deltas.stream()
                        .map(delta -> delta.path(name).isTextual()
                                ? delta.path(name).asText()
                                : delta.path(name).path(0).path("text").asText())
                        .collect(Collectors.joining()))
                .isEqualTo("\nso a < b");
    }

    @ParameterizedTest
    @CsvSource({
        "REASONING, true",
        "REASONING, false",
        "REASONING_TEXT, true",
        "BOTH, true",
        "DETAILS, false",
        "REASONING_AND_DETAILS, true"
    })
    void aThoughtThatComesBackAsItLeftIsExact(Field field, boolean isStream) throws Exception {
        var conversation = new Conversation(field, isStream);

        HttpResponse<String> second = conversation.goOn(field);

        assertThat(second.headers().firstValue("x-throughline-preservation")).contains("exact; turns=1");
        JsonNode report = conversation.run.run().get("/report");
        assertThat(report.at("/capabilities/THINK/status").asText())
                .as(report.toString())
                .isEqualTo("PRESERVED");
        assertThat(report.path("verdict").asText()).isEqualTo("PASS");
    }

    @Test
    void aThoughtThatComesBackInAnotherFieldIsRenamed() throws Exception {
        var conversation = new Conversation(Field.REASONING, true);

        HttpResponse<String> second = conversation.goOn(Field.REASONING_CONTENT);

        assertThat(second.headers().firstValue("x-throughline-preservation")).contains("modified; turns=1");
        assertThat(conversation
                        .run
                        .run()
                        .get("/report")
                        .at("/capabilities/THINK/outcomes/RENAMED")
                        .asInt())
                .isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatFollowsARoleMarkerInTheContentIsLeftOutAndCounted(boolean isStream) throws Exception {
        String text = "A turn starts with <|user|> in it.";
        String model = backend.model((_, socket) -> {
            if (isStream) {
                socket.stream()
                        .chunk(chunk("'content':'" + text + "'") + finish("stop") + DONE)
                        .end();
            } else {
                socket.json(whole("'content':'" + text + "'", "stop"));
            }
        });
        ProxiedRun run = ProxiedRun.open(service, "glm");

        String body = run.post(ProxiedRun.CHAT, request(model, isStream, "")).body();

        assertThat(body).contains("A turn starts with").doesNotContain("in it");
        assertThat(run.exchange(1).at("/anomalies/0/kind").asText()).isEqualTo("turn-continued");
        assertThat(run.exchange(1).at("/anomalies/0/detail").asText()).isEqualTo("7");
    }

    /// A client that got one answer with a call.
    private final class Conversation {
        private final ProxiedRun run;
        private final String model;
        private final boolean isStream;

        Conversation(Field field, boolean isStream) throws Exception {
            this.isStream = isStream;
            this.run = ProxiedRun.open(service, "glm");
            String delta = field.of("I think <b> so. ") + ",'content':'I look.\\n'";
            this.model = backend.model((request, socket) -> {
                boolean isFirst = request.json().path("messages").size() == 1;
                String members = isFirst ? delta + "," + CALL : "'content':'Done.'";
                String reason = isFirst ? "tool_calls" : "stop";
                if (isStream) {
                    socket.stream()
                            .chunk(chunk(members) + finish(reason) + DONE)
                            .end();
                } else {
                    socket.json(whole(members, reason));
                }
            });
            run.post(ProxiedRun.CHAT, request(model, isStream, ""));
        }

        /// Sends the answer back with its thought in this field, and the output of the call.
        HttpResponse<String> goOn(Field field) throws Exception {
            String answer = "{'role':'assistant','content':'I look.\\n'," + field.of("I think <b> so. ") + ","
                    + CALL.replace("'index':0,", "") + "}";
            String output = "{'role':'tool','tool_call_id':'call_1','content':'Output.'}";
            return run.post(ProxiedRun.CHAT, request(model, isStream, "," + answer + "," + output));
        }
    }

    private static String request(String model, boolean isStream, String more) {
        return json("{'model':'" + model + "','stream':" + isStream + ",'tools':[{'type':'function','function':"
                + "{'name':'look','parameters':{'type':'object'}}}],'messages':[{'role':'user','content':'Hi.'}"
                + more + "]}");
    }

    private static String chunk(String delta) {
        return json("data: {'id':'x','choices':[{'index':0,'delta':{" + delta
                + "},'finish_reason':null,'vendor':1.50}]}\n\n");
    }

    private static String finish(String reason) {
        return json("data: {'id':'x','choices':[{'index':0,'delta':{},'finish_reason':'" + reason + "'}]}\n\n");
    }

    private static String whole(String members, String reason) {
        return json("{'id':'x','choices':[{'index':0,'message':{'role':'assistant'," + members + "},'finish_reason':'"
                + reason + "'}]}");
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
