package dev.throughline.pages;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.Expensive;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Each field that a client can set, one at a time, filled with markup: the pages show it as text.
@Expensive(12)
@QuarkusTest
class HostileFieldsIT {
    /// Fields that no page shows.
    private static final Set<Field> HIDDEN =
            Set.of(Field.UNKNOWN_KEY, Field.UNKNOWN_VALUE, Field.USER_ID, Field.LIVE_CLIENT, Field.LIVE_VERSION);

    /// What a client can write.
    enum Field {
        LABEL,
        CLIENT,
        VERSION,
        VARIANT,
        CLIENT_MODEL,
        MODEL,
        USER_AGENT,
        USER_ID,
        SYSTEM_TEXT,
        USER_TEXT,
        TOOL_NAME,
        TOOL_DESCRIPTION,
        PARAMETER_DESCRIPTION,
        REASONING,
        ANSWER_TEXT,
        CALL_NAME,
        CALL_ID,
        ARGUMENT_NAME,
        ARGUMENT,
        TOOL_RESULT,
        UNKNOWN_KEY,
        UNKNOWN_VALUE,
        LIVE_CLIENT,
        LIVE_VERSION,
        SEAL_REASON;

        private String hostile() {
            return "<b/hostile" + ordinal() + "x>";
        }

        /// What the field contains while another one is hostile.
        private String or(Field hostile, String usual) {
            return this == hostile ? hostile() : usual;
        }
    }

    @ParameterizedTest
    @EnumSource
    void isTextOnEveryPage(Field field) {
        Map<String, HttpResponse<String>> pages = pages(field);

        String word = "hostile" + field.ordinal() + "x";
        assertThat(pages).hasSizeGreaterThan(10).allSatisfy((path, page) -> {
            boolean isHtml =
                    page.headers().firstValue("content-type").orElse("").startsWith("text/html");
            assertThat(isHtml && page.body().contains("<b/hostile")).as(path).isFalse();
        });
        assertThat(pages.values().stream().anyMatch(page -> page.body().contains(word)))
                .as("a page shows it")
                .isEqualTo(!HIDDEN.contains(field));
    }

    private static Map<String, HttpResponse<String>> pages(Field field) {
        String client = Field.CLIENT.or(field, "hostile-fields");
        String run = PageClient.open(settings(field, client));
        converse(run, field);
        PageClient.post("/api/v1/runs/" + run + "/seal?reason=" + encoded(Field.SEAL_REASON.or(field, "done")), "{}");
        Map<String, HttpResponse<String>> pages = new LinkedHashMap<>();
        for (String path : new String[] {
            "/",
            "/runs",
            "/live",
            "/traffic",
            "/runs/" + run,
            "/runs/" + run + "/exchanges/1",
            "/runs/" + run + "/exchanges/2",
            "/runs/compare?run=" + run + "&run=" + PageClient.open("{}"),
            "/api/v1/runs/" + run + "/exchanges/2/prompt?format=html",
            "/api/v1/runs/" + run + "/report?format=html",
            "/matrix?client=" + encoded(client)
        }) {
            HttpResponse<String> page = PageClient.page(path);
            // Of two policies both apply: one that allows nothing takes the page its style.
            assertThat(page.headers().allValues("content-security-policy"))
                    .as(path)
                    .hasSize(1);
            pages.put(path, page);
        }
        return pages;
    }

    private static String settings(Field field, String client) {
        ObjectNode settings = PageClient.JSON.createObjectNode().put("label", Field.LABEL.or(field, "fields"));
        settings.putObject("client")
                .put("name", client)
                .put("version", Field.VERSION.or(field, "1"))
                .put("variant", Field.VARIANT.or(field, "plain"))
                .put("model", Field.CLIENT_MODEL.or(field, "glm"));
        return settings.toString();
    }

    /// A request whose answer calls a tool, one that returns it with the field changed, and one to a live base URL.
    private static void converse(String run, Field field) {
        ArrayNode messages = PageClient.JSON.createArrayNode();
        messages.addObject().put("role", "system").put("content", Field.SYSTEM_TEXT.or(field, "Be short."));
        messages.addObject().put("role", "user").put("content", Field.USER_TEXT.or(field, "List the files"));
        String path = "/r/" + run + "/v1/chat/completions";
        String agent = Field.USER_AGENT.or(field, "fields") + "/1.0";
        ObjectNode answer = (ObjectNode) PageClient.post(path, body(messages, field), "user-agent", agent)
                .at("/choices/0/message");
        assertThat(answer.path("tool_calls")).as("the answer calls a tool").isNotEmpty();
        change(answer, field);
        messages.add(answer);
        messages.addObject()
                .put("role", "tool")
                .put("tool_call_id", answer.at("/tool_calls/0/id").asText())
                .put("content", Field.TOOL_RESULT.or(field, "a.txt"));
        PageClient.post(path, body(messages, field), "user-agent", agent);
        PageClient.post(
                "/stub/v1/chat/completions",
                body(messages, field),
                "user-agent",
                Field.LIVE_CLIENT.or(field, "live") + "/" + Field.LIVE_VERSION.or(field, "1.0"));
    }

    private static void change(ObjectNode answer, Field field) {
        ObjectNode call = (ObjectNode) answer.at("/tool_calls/0");
        ObjectNode function = (ObjectNode) call.path("function");
        switch (field) {
            case REASONING -> answer.put("reasoning_content", field.hostile());
            case ANSWER_TEXT -> answer.put("content", field.hostile());
            case UNKNOWN_KEY -> answer.put(field.hostile(), "value");
            case UNKNOWN_VALUE -> answer.put("x-key", field.hostile());
            case CALL_NAME -> function.put("name", field.hostile());
            case CALL_ID -> call.put("id", field.hostile());
            case ARGUMENT_NAME, ARGUMENT ->
                function.put(
                        "arguments",
                        PageClient.JSON
                                .createObjectNode()
                                .put(Field.ARGUMENT_NAME.or(field, "command"), Field.ARGUMENT.or(field, "ls"))
                                .toString());
            default -> assertThat(answer.path("role").asText()).isEqualTo("assistant");
        }
    }

    private static String body(ArrayNode messages, Field field) {
        ObjectNode body = PageClient.JSON
                .createObjectNode()
                .put("model", Field.MODEL.or(field, "glm-4.7"))
                .put("user", Field.USER_ID.or(field, "somebody"))
                .put("stream", false);
        body.set("messages", messages);
        ObjectNode function =
                body.putArray("tools").addObject().put("type", "function").putObject("function");
        function.put("name", Field.TOOL_NAME.or(field, "bash"));
        function.put("description", Field.TOOL_DESCRIPTION.or(field, "Runs a command"));
        ObjectNode parameters = function.putObject("parameters").put("type", "object");
        parameters
                .putObject("properties")
                .putObject("command")
                .put("type", "string")
                .put("description", Field.PARAMETER_DESCRIPTION.or(field, "The command"));
        return body.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
