package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.fuzz.RawHttp.Answer;
import dev.throughline.testing.Expensive;
import dev.throughline.wire.StrictJson;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The running service under paths, headers and bodies that try to get out of their place.
@Expensive(10)
@QuarkusTest
class ServiceFuzzIT {
    private static final byte[] NOTHING = {};
    private static final String JSON = "content-type: application/json";
    private static final List<String> TARGETS = List.of(
            "/r/%s/v1/models",
            "/r/%s/v1/validation_report",
            "/r/%s/v1/chat/completions",
            "/r/%s",
            "/proxy/%s/v1/models",
            "/stub/%s",
            "/%s",
            "/api/v1/runs/%s",
            "/api/v1/runs/%s/report",
            "/api/v1/runs/x/report?format=%s",
            "/api/v1/runs/%s/exchanges/1",
            "/api/v1/runs/x/exchanges/%s/tokens",
            "/api/v1/runs?cursor=%s",
            "/api/v1/runs?%s=1",
            "/q/%s");
    private static final List<String> STEPS = List.of(
            "..",
            "%2e%2e",
            "%2E.",
            "..%2f",
            "%2f",
            "%5c",
            "\\",
            "/",
            "//",
            "..;",
            "%00",
            "%0d%0ax-poison:1",
            "%0a",
            "%",
            "%zz",
            "%c0%ae",
            "%ff",
            "%u002e",
            "?",
            "#",
            ";",
            ":",
            "@",
            "*",
            "x",
            "default",
            "etc/passwd",
            "%252e%252e",
            "%3Cscript%3Epoison%3C/script%3E",
            "<script>poison</script>",
            "'",
            "\"",
            "null",
            "-1",
            "99999999999999999999",
            "é");
    private static final List<String> POISON = List.of(
            "m",
            "\r\nx-poison: 1",
            "\n[ERROR] poison",
            "\r",
            "\u0000",
            "\u2028",
            "\u001b[2J",
            "\ud800",
            "%0d%0a",
            "<script>poison</script>",
            "é",
            "=1+1",
            "a".repeat(300));

    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final Handler listener = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(String.valueOf(line.getMessage()) + java.util.Arrays.toString(line.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        Logger.getLogger("").addHandler(listener);
    }

    @AfterEach
    void isStillWellAndLoggedNothingOfIt() throws IOException {
        Logger.getLogger("").removeHandler(listener);
        assertThat(logged).noneMatch(line -> line.chars().anyMatch(unit -> unit == '\r' || unit == '\u001b'));
        assertThat(logged).noneMatch(line -> line.contains("\n[ERROR] poison"));
        assertThat(get("/q/health/ready").status()).isEqualTo(200);
    }

    private static Answer get(String target) throws IOException {
        return RawHttp.send("GET", target, List.of(), NOTHING);
    }

    private static void isHarmless(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 499);
        assertThat(answer.head())
                .noneMatch(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("x-poison"));
        assertThat(answer.body()).doesNotContain("root:x:");
        if (answer.isOf("text/html")) {
            assertThat(answer.body()).doesNotContain("<script>poison");
        }
    }

    @Test
    void noPathLeavesItsPlace() throws InterruptedException {
        InputShape<String> targets = new InputShape<>(
                seededChoices -> seededChoices.of(TARGETS).formatted(HostileTexts.soup(seededChoices, STEPS, 5)),
                target -> InputShrinker.text(target).filter(kept -> kept.startsWith("/")),
                HostileTexts::literal);
        FuzzRunner.of("service path", targets, 200, target -> isHarmless(get(target)));
    }

    @Test
    void noHeaderValueLeavesItsPlace() throws InterruptedException {
        InputShape<String> values = new InputShape<>(
                seededChoices -> HostileTexts.soup(seededChoices, POISON, 3),
                InputShrinker::text,
                HostileTexts::literal);
        FuzzRunner.of("service header", values, 20, value -> {
            String inLine = value.replace("\r", "").replace("\n", "");
            for (String name : List.of("x-include-thinking", "session_id", "anthropic-version", "accept", "cookie")) {
                isHarmless(RawHttp.send(
                        "POST",
                        "/v1/chat/completions",
                        List.of(JSON, name + ": " + inLine),
                        StrictJson.write(chat(value, false))));
            }
        });
    }

    @Test
    void noNameOfAModelLeavesItsPlace() throws InterruptedException {
        InputShape<String> names = new InputShape<>(
                seededChoices -> HostileTexts.soup(seededChoices, POISON, 3),
                InputShrinker::text,
                HostileTexts::literal);
        FuzzRunner.of("service model", names, 30, name -> {
            for (boolean isStream : List.of(true, false)) {
                isHarmless(RawHttp.send(
                        "POST", "/v1/chat/completions", List.of(JSON), StrictJson.write(chat(name, isStream))));
            }
        });
    }

    @Test
    void noNameOfARunLeavesItsPlace() throws InterruptedException {
        InputShape<String> names = new InputShape<>(
                seededChoices -> HostileTexts.soup(seededChoices, POISON, 3),
                InputShrinker::text,
                HostileTexts::literal);
        FuzzRunner.of("service run", names, 20, name -> {
            ObjectNode body = JsonNodeFactory.instance.objectNode().put("label", name);
            body.putObject("client").put("name", name).put("version", name);
            Answer made = RawHttp.send("POST", "/api/v1/runs", List.of(JSON), StrictJson.write(body));
            isHarmless(made);
            if (made.status() == 201) {
                String id = StrictJson.object(made.body().getBytes(StandardCharsets.UTF_8))
                        .orElseThrow()
                        .path("id")
                        .asText();
                for (String rest : List.of("", "/report?format=json", "/report?format=html", "/report?format=text")) {
                    isHarmless(get("/api/v1/runs/" + id + rest));
                }
            }
        });
    }

    @Test
    void everyBodyHasAnAnswer() throws InterruptedException {
        for (Dialect dialect : Dialect.values()) {
            String target = switch (dialect) {
                case OPENAI_CHAT -> "/v1/chat/completions";
                case ANTHROPIC -> "/v1/messages";
                case RESPONSES -> "/v1/responses";
            };
            FuzzRunner.of("service " + dialect.id(), RandomRequestBodies.requests(dialect), 60, body -> {
                Answer answer = RawHttp.send("POST", target, List.of(JSON), body);
                isHarmless(answer);
                assertThat(answer.status()).isIn(200, 400, 404, 413);
            });
        }
    }

    private static ObjectNode chat(String model, boolean isStream) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("model", model).put("stream", isStream);
        body.putArray("messages").addObject().put("role", "user").put("content", model);
        return body;
    }
}
