package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.CommandRunner;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.text.Json;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A gateway of a few lines, with one defect for each of its routes, between the faithful client and the stub.
@Expensive(45)
@QuarkusTest
class CheckGatewayIT {
    /// Arguments: port, defect, base URL of the backend.
    private static final String GATEWAY = """
            #!/usr/bin/env node
            const http = require('node:http');
            const [port, defect, backend] = process.argv.slice(2);
            const reasoning = /"reasoning_content":"(?:[^"\\\\]|\\\\.)*"/g;
            function up(text) {
              if (defect === 'drops') return text.replace(reasoning, '"user_content":null');
              if (defect !== 'reorders') return text;
              const body = JSON.parse(text);
              for (const message of body.messages)
                if (message.role === 'assistant')
                  message.content.sort((a, b) => (a.type === 'thinking') - (b.type === 'thinking'));
              return JSON.stringify(body);
            }
            const whole = { hides: (text) => text.replace(reasoning, '"x":1'), swallows: swallow, parses: parse };
            function swallow(text) {
              const kept = text.split('\\n\\n').filter((frame) => !frame.includes('"error"')).join('\\n\\n');
              return text.includes('"error"') ? kept + end : text;
            }
            const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\\n\\ndata: [DONE]\\n\\n';
            function parse(text) {
              if (!text.includes('<tool_call>')) return text;
              const call = { id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"pwd"}' } };
              const message = { role: 'assistant', content: null, reasoning_content: 'A thought.', tool_calls: [call] };
              return JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
            }
            async function pass(answer, response) {
              if (whole[defect]) return response.end(whole[defect](await answer.text()));
              for await (const chunk of answer.body) response.write(chunk);
              response.end();
            }
            http.createServer(async (request, response) => {
              if (request.url === '/ready') return response.end('ok');
              let text = '';
              for await (const chunk of request) text += chunk;
              if (defect === 'refuses' && text.includes('"stream":true'))
                return response.writeHead(500).end('{"error": {"message": "no streams today"}}');
              const left = new AbortController();
              response.on('error', () => {}).on('close', () => defect === 'stays' || left.abort());
              const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: up(text) };
              try {
                const answer = await fetch(backend + request.url, { ...asked, signal: left.signal });
                const headers = { 'content-type': answer.headers.get('content-type') };
                if (answer.headers.has('retry-after')) headers['retry-after'] = answer.headers.get('retry-after');
                response.writeHead(defect === 'changes' && answer.status === 429 ? 500 : answer.status, headers);
                await pass(answer, response);
              } catch {
                if (defect === 'completes') response.end(end);
                else response.destroy();
              }
            }).listen(Number(port), '127.0.0.1');
            """;

    private static final String RECIPE = """
            {"name": "fake", "title": "Fake", "executable": "PROGRAM", "dialects": ["openai-chat", "anthropic"],
             "variants": [], "model": "glm-4.7", "environment": {}, "files": [], "packages": [], "turns": [],
             "tools": [{"name": "node", "install": "nodejs"}], "turnTimeout": "PT1M",
             "gateway": {"single": true, "ready": "/ready",
               "start": ["{{binary}}", "{{port}}", "{{defect}}", "{{anthropic}}"], "routes": [
                 {CHAT, "values": {"defect": "none"}},
                 {OTHER, "values": {"defect": "none"}},
                 {"name": "drops", CHAT, "values": {"defect": "drops"}},
                 {"name": "hides", CHAT, "values": {"defect": "hides"}},
                 {"name": "refuses", CHAT, "values": {"defect": "refuses"}},
                 {"name": "parses", CHAT, "values": {"defect": "parses"}},
                 {"name": "swallows", CHAT, "values": {"defect": "swallows"}},
                 {"name": "completes", CHAT, "values": {"defect": "completes"}},
                 {"name": "changes", CHAT, "values": {"defect": "changes"}},
                 {"name": "stays", CHAT, "values": {"defect": "stays"}},
                 {"name": "reorders", OTHER, "values": {"defect": "reorders"}}]}}
            """;

    @TempDir
    Path folder;

    @TestHTTPResource("/")
    URI service;

    @BeforeEach
    void write() throws IOException {
        Path program = Files.writeString(folder.resolve("fake-gateway"), GATEWAY);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(folder.resolve("recipes"));
        Files.writeString(
                folder.resolve("recipes/fake.json"),
                RECIPE.replace("PROGRAM", program.toString())
                        .replace("CHAT", "\"backend\": \"openai-chat\", \"clients\": [\"openai-chat\"]")
                        .replace("OTHER", "\"backend\": \"anthropic\", \"clients\": [\"anthropic\"]"));
    }

    @Test
    void faithfulGatewayKeepsEverythingAndIsAProductOfTheMatrix() throws Exception {
        JsonNode report = check(ExitCode.YES, "fake@1.2.3", "--scenario", "tools,interleaved");

        assertThat(report.path("verdict").asText()).isEqualTo("PASS");
        assertThat(report.path("results")).hasSize((3 + 1) * 2 * 2);
        assertThat(report.path("results")
                        .valueStream()
                        .map(one -> one.path("shown").asText()))
                .containsOnly("PRESERVED");
        CommandRunner.Outcome cells =
                CommandRunner.run("matrix --server " + service + " --gateway fake --all-versions --json");
        assertThat(cells.text()).contains("\"fake\"", "\"1.2.3\"", "\"PRESERVED\"");
        String page = TestHttpClient.underTest().get("/matrix/gateways").body();
        assertThat(page).contains("fake</bdi> <bdi>1.2.3", "anthropic to anthropic", "streamed", "whole");
    }

    @ParameterizedTest
    @CsvSource({"drops,    THINK, PRESERVED", "hides,    THINK, BROKEN", "reorders, ORDER, PRESERVED"})
    void defectIsNamed(String route, String capability, String shown) throws Exception {
        JsonNode report = check(
                ExitCode.NO,
                "fake@1.2.3",
                "--scenario",
                "interleaved",
                "--route",
                route,
                "--reasoning-field",
                "reasoning_content");

        assertThat(report.path("results")).hasSize(2).allSatisfy(one -> {
            assertThat(one.path("verdict").asText()).isEqualTo("FAIL");
            assertThat(one.path("shown").asText()).isEqualTo(shown);
            assertThat(one.path("report")
                            .path("capabilities")
                            .path(capability)
                            .path("status")
                            .asText())
                    .as(one.path("report").path("capabilities").toString())
                    .isIn("BROKEN", "PARTIAL");
        });
    }

    @Test
    void refusedRequestFailsItsCombinationAlone() throws Exception {
        JsonNode report = check(
                ExitCode.NO,
                "fake@1.2.3",
                "--scenario",
                "tools",
                "--route",
                "refuses",
                "--reasoning-field",
                "reasoning_content");

        assertThat(report.path("results")
                        .valueStream()
                        .map(one -> one.path("verdict").asText()))
                .containsExactly("FAIL", "PASS");
        assertThat(report.at("/results/0/failure").asText()).contains("500: no streams today");
    }

    @Test
    void faithfulGatewayPassesWhatFailsOnPurpose() throws Exception {
        JsonNode report = check(ExitCode.YES, "fake@9.9.9", "--scenario", "error,cut,rate-limit,abort");

        // One chat client and one of Anthropic; a refusal is asked for whole, the others as streams.
        assertThat(report.path("results")).hasSize(2 * 4);
        CommandRunner.Outcome cells =
                CommandRunner.run("matrix --server " + service + " --gateway fake --all-versions --json");
        assertThat(cells.text()).as("a probe is no measurement").doesNotContain("9.9.9");
    }

    @Test
    void markupThatIsParsedPasses() throws Exception {
        JsonNode report = check(ExitCode.NO, "fake@1.2.3", "--route", "parses", "--scenario", "markup");

        assertThat(report.path("results")
                        .valueStream()
                        .filter(one -> !one.path("streamed").asBoolean())
                        .map(one -> one.path("verdict").asText()))
                .containsExactly("PASS");
    }

    @ParameterizedTest
    @CsvSource({
        "drops,     markup,     the client is shown <think>",
        "swallows,  error,      presents the broken answer as complete",
        "completes, cut,        presents the broken answer as complete",
        "changes,   rate-limit, the status 429 became 500",
        "stays,     abort,      the backend went on",
        "hides,     abort,      nothing of an answer"
    })
    void whatBecomesOfFailuresIsNamed(String route, String probe, String reason) throws Exception {
        JsonNode report = check(ExitCode.NO, "fake@1.2.3", "--route", route, "--scenario", probe);

        assertThat(report.path("results").findValuesAsText("failure"))
                .isNotEmpty()
                .allMatch(text -> text.contains(reason));
        assertThat(report.path("verdict").asText()).isEqualTo("FAIL");
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThat(run("opencode").text()).contains("There is no recipe for opencode.", "litellm-proxy");
        assertThat(run("fake", "--backend", "responses").text())
                .contains("offers no such combination", "--route drops");
        assertThat(run("fake", "--scenario", "resume").text()).contains("concern clients, not gateways");
        assertThat(run("fake", "--scenario", "resume").code()).isEqualTo(ExitCode.USAGE);
    }

    private JsonNode check(int code, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        CommandRunner.Outcome outcome = run(all.toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.text()).isEqualTo(code);
        return Json.TREES.readTree(outcome.text()
                .lines()
                .filter(line -> line.startsWith("{"))
                .findFirst()
                .orElseThrow());
    }

    private CommandRunner.Outcome run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("check", "gateway"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--recipes", folder.resolve("recipes").toString(), "--server", service.toString()));
        return CommandRunner.run(all);
    }
}
