package dev.throughline.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// A page of another origin in a real browser, and one under a name that resolves to this machine. Skipped where there
/// is no Chromium, but for `THROUGHLINE_CHROMIUM=required`.
@Expensive(35)
@QuarkusTest
class BrowserIT {
    private static final long PATIENCE_SECONDS = 120;
    private static final String ATTACKS = """
            <!doctype html><title>attack</title><body><script>
            const service = 'SERVICE', run = 'RUN', results = {};
            const opened = JSON.stringify({label: 'opened by a page'});
            const json = {'content-type': 'application/json'};
            async function attempt(name, path, options) {
              try {
                const answer = await fetch(service + path, options);
                results[name] = answer.type + ' ' + answer.status + ' ' + (await answer.text()).length;
              } catch (e) { results[name] = 'blocked'; }
            }
            function submit(path, type) {
              const frame = document.createElement('iframe'), form = document.createElement('form');
              frame.name = path; document.body.append(frame, form);
              Object.assign(form, {action: service + path, method: 'post', enctype: type, target: path});
              const field = document.createElement('input');
              field.name = '{"label":"opened by a page","x":"'; field.value = '"}'; form.append(field); form.submit();
              return new Promise(done => frame.onload = done);
            }
            async function all() {
              await attempt('read', '/api/v1/runs', {});
              await attempt('read opaque', '/api/v1/runs', {mode: 'no-cors'});
              await attempt('models', '/v1/models', {});
              await attempt('open', '/api/v1/runs', {method: 'POST', headers: json, body: opened});
              await attempt('open as text', '/api/v1/runs', {method: 'POST', mode: 'no-cors', body: opened});
              await attempt('open without type', '/api/v1/runs',
                {method: 'POST', mode: 'no-cors', body: new Blob([opened])});
              await attempt('seal', '/api/v1/runs/' + run + '/seal', {method: 'POST', mode: 'no-cors'});
              await attempt('reset', '/r/' + run + '/v1/reset', {method: 'POST', mode: 'no-cors'});
              await attempt('delete', '/api/v1/runs/' + run, {method: 'DELETE'});
              await attempt('chat', '/r/' + run + '/v1/chat/completions', {method: 'POST', mode: 'no-cors',
                body: new Blob([JSON.stringify({model: 'm', messages: [{role: 'user', content: 'x'}]})])});
              navigator.sendBeacon(service + '/api/v1/runs/' + run + '/seal');
              await submit('/api/v1/runs', 'text/plain');
              await submit('/r/' + run + '/v1/reset', 'application/x-www-form-urlencoded');
              await fetch('/report', {method: 'POST', body: JSON.stringify(results)});
            }
            all();
            </script>""";

    private final CompletableFuture<JsonNode> report = new CompletableFuture<>();
    private HttpServer attacker;
    private String page = "";

    @BeforeEach
    void start() throws IOException {
        boolean isRequired = "required".equals(System.getenv("THROUGHLINE_CHROMIUM"));
        assumeTrue(isRequired || Chromium.program().isPresent(), "no chromium on the path");
        attacker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        attacker.createContext("/", this::serve);
        attacker.start();
    }

    @AfterEach
    void stop() {
        if (attacker != null) {
            attacker.stop(0);
        }
    }

    @Test
    void aPageOfAnotherOriginReadsAndChangesNothing() throws Exception {
        String run = KeyedHttpClient.NOBODY.run("{\"label\":\"a victim\"}");
        page = ATTACKS.replace("SERVICE", TestHttpClient.underTest().service().toString())
                .replace("RUN", run);

        JsonNode results;
        try (Chromium _ =
                Chromium.open("http://attacker.example:" + attacker.getAddress().getPort() + "/")) {
            results = report.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        assertThat(results.properties())
                .hasSize(10)
                .allSatisfy(one ->
                        assertThat(one.getValue().asText()).as(one.getKey()).isIn("blocked", "opaque 0 0"));
        JsonNode victim = KeyedHttpClient.NOBODY.get("/api/v1/runs/" + run).json();
        assertThat(victim.path("state").asText()).isEqualTo("CREATED");
        assertThat(KeyedHttpClient.NOBODY.get("/api/v1/runs?limit=500").body()).doesNotContain("opened by a page");
    }

    @Test
    void aNameThatResolvesToThisMachineIsNotAnswered() throws Exception {
        String rebound = TestHttpClient.underTest().service().toString().replace("localhost", "attacker.example");

        assertThat(Chromium.dom(rebound + "/api/v1/runs")).contains("421").doesNotContain("\"runs\"");
        assertThat(Chromium.dom(rebound + "/v1/models")).contains("Host header").doesNotContain("glm");
    }

    @Test
    void ownPagesAndLinksToThemAreShown() throws Exception {
        page = "<!doctype html><script>location.href = '"
                + TestHttpClient.underTest().service() + "/api/v1/runs'</script>";

        assertThat(Chromium.dom(TestHttpClient.underTest().service() + "/api/v1/runs"))
                .contains("\"runs\"");
        assertThat(Chromium.dom(
                        "http://attacker.example:" + attacker.getAddress().getPort() + "/"))
                .contains("\"runs\"");
    }

    private void serve(HttpExchange request) throws IOException {
        byte[] body = request.getRequestBody().readAllBytes();
        byte[] answer = page.getBytes(StandardCharsets.UTF_8);
        if (request.getRequestURI().getPath().equals("/report")) {
            report.complete(new JsonMapper().readTree(body));
        }
        request.getResponseHeaders().add("content-type", "text/html; charset=utf-8");
        request.sendResponseHeaders(200, answer.length);
        request.getResponseBody().write(answer);
        request.close();
    }
}
