package dev.throughline.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.render.tokenizer.TestVocabularies;
import dev.throughline.testing.Expensive;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// Templates of running servers, which are played here.
/// Sources: llama.cpp tools/server/README.md (`/props`, `/apply-template`, `/tokenize`), vLLM's OpenAI-compatible
/// server (`/tokenize` with messages, `/detokenize`).
@Expensive(25)
class RenderServerIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String TEMPLATE =
            "{{ bos_token }}{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}";

    @TempDir
    private Path folder;

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final Map<String, String> bodies = new ConcurrentHashMap<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private Optional<HttpServer> server = Optional.empty();
    private Path request = Path.of("");
    private int status = 200;

    @BeforeEach
    void start() throws IOException {
        HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        started.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            paths.add(path);
            bodies.put(path, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] answer =
                    answers.getOrDefault(path, "{\"error\": \"no such path\"}").getBytes(StandardCharsets.UTF_8);
            if (status == 302) {
                exchange.getResponseHeaders().add("location", "/elsewhere");
            }
            exchange.sendResponseHeaders(answers.containsKey(path) ? status : 404, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        started.start();
        server = Optional.of(started);
        request = Files.writeString(folder.resolve("request.json"), """
                {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}""");
    }

    @AfterEach
    void stop() {
        server.ifPresent(started -> started.stop(0));
    }

    private String url() {
        return "http://127.0.0.1:" + server.orElseThrow().getAddress().getPort();
    }

    private void llama(String prompt, String ids) {
        ObjectNode props =
                JSON.createObjectNode().put("chat_template", TEMPLATE).put("bos_token", "<s>");
        answers.put("/props", props.toString());
        answers.put(
                "/apply-template", JSON.createObjectNode().put("prompt", prompt).toString());
        answers.put("/tokenize", "{\"tokens\": " + ids + "}");
    }

    private CommandRunner.Outcome render(String more) {
        return CommandRunner.run("render " + request + " --template " + url() + more);
    }

    @Test
    void rendersWithTheTemplateOfALlamaServerAndFindsItsPromptEqual() {
        llama("<s><user>Hi", "[1, 2]");

        CommandRunner.Outcome outcome = render("");

        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(outcome.text()).startsWith("<s><user>Hi").contains("the text is the server's", "were not compared");
        assertThat(bodies.get("/apply-template")).contains("\"content\":\"Hi\"").doesNotContain("\"model\"");
        assertThat(bodies.get("/tokenize")).contains("<s><user>Hi");
    }

    @Test
    void aPromptThatDiffersIsShownWhereItDoes() {
        llama("<s><user>Ha", "[1, 2]");

        CommandRunner.Outcome outcome = render("");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.text()).contains("differs from the server's at character 10: \"i\", the server's \"a\"");
    }

    @Test
    void tokenIdsAreComparedWhereThereIsATokenizer() throws IOException {
        Path words = Files.writeString(
                folder.resolve("tokenizer.json"), TestVocabularies.glm().toString());
        llama("<s><user>Hi", "[1, 2]");

        CommandRunner.Outcome outcome = render(" --tokenizer " + words);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.text()).contains("but token 0 is").contains("the server's 1");
    }

    @Test
    void aVllmServerOfAGlmIsComparedWithOurOwnTemplate() {
        answers.put("/v1/models", "{\"data\": [{\"id\": \"zai-org/GLM-4.7-FP8\"}]}");
        answers.put("/tokenize", "{\"count\": 2, \"tokens\": [5, 6], \"token_strs\": [\"a\", \"b\"]}");
        answers.put("/detokenize", "{\"prompt\": \"[gMASK]<sop><|user|>Hi<|assistant|><think>\"}");

        CommandRunner.Outcome outcome = render("");

        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(outcome.text()).contains("the text is the server's");
        assertThat(bodies.get("/tokenize"))
                .contains(
                        "\"model\":\"zai-org/GLM-4.7-FP8\"",
                        "\"add_generation_prompt\":true",
                        "\"return_token_strs\":true");
        assertThat(bodies.get("/detokenize")).contains("\"tokens\":[5,6]");
    }

    @Test
    void theOwnPromptOfAServerIsShownWhereItsTemplateIsNotKnown() {
        answers.put("/v1/models", "{\"data\": [{\"id\": \"other\"}]}");
        answers.put("/tokenize", "{\"tokens\": [5, 6]}");
        answers.put("/detokenize", "{\"prompt\": \"<u>Hi\"}");

        assertThat(render("").code()).isEqualTo(2);
        assertThat(render("").text()).startsWith("<u>Hi").contains("nothing was compared");
        assertThat(render(" --format ids").text()).startsWith("5 6\n");
        assertThat(render(" --format json").code()).isEqualTo(64);
    }

    @Test
    void templateDescribesThatOfAServer() {
        llama("", "[]");

        CommandRunner.Outcome outcome = CommandRunner.run("template " + url() + "/v1");

        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(outcome.text()).contains("options    bos_token, messages");
    }

    @Test
    void redirectsAreNotFollowed() {
        answers.put("/props", "{}");
        status = 302;

        assertThat(render("").code()).isEqualTo(70);
        assertThat(paths).doesNotContain("/elsewhere");
    }

    @Test
    void whatIsNoSuchServerIsNamed() {
        answers.put("/props", "<html>");

        CommandRunner.Outcome outcome = render("");

        assertThat(outcome.code()).isEqualTo(70);
        assertThat(outcome.text()).contains("/v1/models", "404", "expected a running llama.cpp or vLLM server");
    }

    @Test
    void anUnreachableServerIsNamed() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }

        CommandRunner.Outcome outcome = CommandRunner.run("template http://127.0.0.1:" + closed);

        assertThat(outcome.code()).isEqualTo(70);
        assertThat(outcome.text()).contains("http://127.0.0.1:" + closed + " did not answer /props");
    }

    @Test
    void anAnswerWithoutEndIsCutOff() {
        answers.put("/props", "x".repeat((16 << 20) + 1));

        CommandRunner.Outcome outcome = render("");

        assertThat(outcome.code()).isEqualTo(70);
        assertThat(outcome.text()).contains("did not answer /props");
    }

    @Test
    void aTemplateOfAServerThatCannotBeParsedIsNamedWithItsPlace() {
        answers.put("/props", "{\"chat_template\": \"a\\n {% if %}\"}");

        CommandRunner.Outcome outcome = CommandRunner.run("template " + url());

        assertThat(outcome.code()).isEqualTo(64);
        assertThat(outcome.text()).contains("TemplateSyntaxError at line 2, column 8");
    }
}
