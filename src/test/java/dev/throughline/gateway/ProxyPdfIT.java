package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A PDF is passed on if the backend accepts it; otherwise a note is sent in its place, and the client is told of the
/// loss.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyPdfIT {
    private static final String BASE64 = Base64.getEncoder().encodeToString("%PDF-1.7 of any kind".getBytes());
    private static final String NOTE =
            "[a report.pdf: a PDF, which this model cannot read; extract its text with a tool]";
    private static final String DOCUMENT =
            "{\"type\":\"document\",\"title\":\"a report.pdf\",\"source\":{\"type\":\"base64\","
                    + "\"media_type\":\"application/pdf\",\"data\":\"BASE64\"}}";
    private static final String FILE = "{\"type\":\"file\",\"file\":{\"filename\":\"a report.pdf\",\"file_data\":"
            + "\"data:application/pdf;base64,BASE64\"}}";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void aDocumentOfAUserBecomesANoteAndIsReportedAsDropped() throws Exception {
        String model = chat();
        ProxiedRun run = ProxiedRun.open(service, "plain");

        String dropped = answered(run.post(
                ProxiedRun.MESSAGES,
                messages(
                        model,
                        "[{\"role\":\"user\",\"content\":[" + "{\"type\":\"text\",\"text\":\"Read this\"}," + DOCUMENT
                                + "]}]")));

        JsonNode content = backend.take(model).json().at("/messages/0/content");
        assertThat(content.findValuesAsText("text")).containsExactly("Read this", NOTE);
        assertThat(dropped).isEqualTo("/messages/0/content/1");
        assertThat(run.exchange(1).path("dropped").toString()).isEqualTo("[\"/messages/0/content/1\"]");
    }

    /// As claude-code sends a file that its tool read: inside the result, or as a block behind it.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDocumentThatAToolReadBecomesANoteInItsResult(boolean isInside) throws Exception {
        String model = chat();
        String result = isInside
                ? "{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_1\",\"content\":[" + DOCUMENT + "]}"
                : "{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_1\",\"content\":\"PDF file read\"}," + DOCUMENT;
        ProxiedRun run = ProxiedRun.open(service, "plain");

        answered(run.post(
                ProxiedRun.MESSAGES,
                messages(
                        model,
                        "[{\"role\":\"user\",\"content\":\"Read it\"},"
                                + "{\"role\":\"assistant\",\"content\":["
                                + "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"Read\",\"input\":{}}]},"
                                + "{\"role\":\"user\",\"content\":[" + result + "]}]")));

        JsonNode messages = backend.take(model).json().path("messages");
        assertThat(messages.size()).isEqualTo(3);
        assertThat(messages.at("/2/role").asText()).isEqualTo("tool");
        assertThat(messages.at("/2/content").asText()).isEqualTo(isInside ? NOTE : "PDF file read\n\n" + NOTE);
    }

    @Test
    void aFileOfAResponsesClientBecomesANote() throws Exception {
        String model = chat();
        ProxiedRun run = ProxiedRun.open(service, "plain");

        answered(run.post(
                ProxiedRun.RESPONSES,
                ("{\"model\":\"" + model + "\",\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_file\","
                                + "\"filename\":\"a report.pdf\","
                                + "\"file_data\":\"data:application/pdf;base64,BASE64\"}]}]}")
                        .replace("BASE64", BASE64)));

        assertThat(backend.take(model).json().at("/messages/0/content").asText())
                .isEqualTo(NOTE);
    }

    @Test
    void aBackendThatTakesPdfsGetsThem() throws Exception {
        String model = chat();
        ProxiedRun run = ProxiedRun.open(service, "kind-openai");

        answered(run.post(
                ProxiedRun.MESSAGES,
                messages(
                        model,
                        "[{\"role\":\"user\",\"content\":[" + "{\"type\":\"text\",\"text\":\"Read this\"}," + DOCUMENT
                                + "]}]")));

        JsonNode part = backend.take(model).json().at("/messages/0/content/1");
        assertThat(part).isEqualTo(ProxyDialect.object(FILE.replace("BASE64", BASE64)));
    }

    @Test
    void withinADialectBytesPassUnlessTheKindTakesNoFiles() throws Exception {
        String model = chat();
        String body = ("{\"model\":\"" + model + "\",  \"messages\":[{\"role\":\"user\",\"content\":[" + FILE + "]}]}")
                .replace("BASE64", BASE64);

        assertThat(answered(ProxiedRun.open(service, "plain").post(ProxiedRun.CHAT, body)))
                .isEmpty();
        assertThat(backend.take(model).text()).isEqualTo(body);

        for (String name : new String[] {"kind-vllm", "files-note"}) {
            assertThat(answered(ProxiedRun.open(service, name).post(ProxiedRun.CHAT, body)))
                    .isEqualTo("/messages/0/content/0");
            assertThat(backend.take(model).json().at("/messages/0/content/0"))
                    .isEqualTo(ProxyDialect.object("{\"type\":\"text\",\"text\":\"" + NOTE + "\"}"));
        }
    }

    private String chat() {
        return backend.model(
                (_, socket) -> socket.json("{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                        + "\"content\":\"Read.\"},\"finish_reason\":\"stop\"}]}"));
    }

    private static String messages(String model, String messages) {
        return ("{\"model\":\"" + model + "\",\"max_tokens\":100,\"messages\":" + messages + "}")
                .replace("BASE64", BASE64);
    }

    /// The pointers of what was dropped.
    private static String answered(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("x-throughline-dropped").orElse("");
    }
}
