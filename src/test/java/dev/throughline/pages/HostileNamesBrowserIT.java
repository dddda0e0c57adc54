package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.throughline.testing.Expensive;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Names and texts of clients that are markup, reverse the direction of what follows them, or are very
/// long, in every field that a client can set, on every page that shows them.
@Expensive(15)
@QuarkusTest
class HostileNamesBrowserIT extends InChromium {
    private static final String MARKUP =
            "<script>window.hostile=1</script><img src=x onerror=window.hostile=1>\u202e\u2066\"'&{x}";
    private static final int LONG = 10_000;
    private static final String REVERSED_NEIGHBORS = """
            () => {
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
              const isIsolated = text => {
                for (let one = text.parentElement; one; one = one.parentElement) {
                  const style = getComputedStyle(one);
                  if (one.localName === 'bdi' || style.unicodeBidi === 'plaintext' || one.closest('svg')) return true;
                  if (!style.display.startsWith('inline')) return one.textContent.trim() === text.data.trim();
                }
                return false;
              };
              while (texts.nextNode()) {
                const text = texts.currentNode;
                if (text.data.includes('\\u202e') && !isIsolated(text))
                  found.push(text.parentElement.outerHTML.slice(0, 120));
              }
              return found;
            }""";

    @ParameterizedTest(name = "{0} px")
    @ValueSource(ints = {390, 1400})
    void everyPageShowsThemAsTextWithinItsWidth(int width) {
        List<String> pages = pages();
        List<String> messages = new ArrayList<>();
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, 900))) {
            Page page = context.newPage();
            page.onPageError(error -> messages.add(page.url() + " " + error));
            page.onDialog(dialog -> messages.add(page.url() + " " + dialog.message()));
            for (String path : pages) {
                page.navigate(PageClient.host() + path);

                String of = path.substring(0, Math.min(60, path.length()));
                assertThat(page.evaluate("window.hostile === undefined"
                                + " && !document.querySelector('script:not([src]), img[onerror]')"))
                        .as("only text on %s", of)
                        .isEqualTo(true);
                assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                        .as("width of %s", of)
                        .isLessThanOrEqualTo(width);
                assertThat(page.evaluate(REVERSED_NEIGHBORS))
                        .as("texts on %s that reverse their neighbors", of)
                        .isEqualTo(List.of());
            }
        }
        assertThat(messages).isEmpty();
    }

    /// Every page, with a run whose every text is hostile.
    private static List<String> pages() {
        String run = conversation(PageClient.open(settings()));
        String other = conversation(PageClient.open(settings()));
        PageClient.post("/api/v1/runs/" + other + "/seal?reason=" + encoded(hostile(400)), "{}");
        String cell = PageClient.json("/api/v1/matrix?client=" + encoded(hostile(100)))
                .at("/cells/0/id")
                .asText();
        assertThat(cell).as("the sealed run is in the matrix").isNotEmpty();
        return Stream.of(
                        "/",
                        "/live",
                        "/traffic",
                        "/runs",
                        "/runs?q=" + encoded(hostile(480)),
                        "/runs?q=client:" + encoded(hostile(LONG / 4)),
                        "/runs/" + run,
                        "/runs/" + other,
                        "/runs/" + run + "/exchanges/1",
                        "/runs/" + run + "/exchanges/2",
                        "/runs/compare?run=" + run + "&run=" + other,
                        "/runs/" + encoded(hostile(300)),
                        "/sign-in?next=" + encoded("/" + hostile(300)),
                        "/matrix",
                        "/matrix?client=" + encoded(hostile(100)),
                        "/matrix/cells/" + cell,
                        "/matrix/can-i-use?client=" + encoded(hostile(100)) + "&version=" + encoded(hostile(100)),
                        "/matrix/compare?from=" + encoded(hostile(100) + "@1") + "&to=" + encoded(hostile(100) + "@2"))
                .toList();
    }

    private static String settings() {
        ObjectNode settings = PageClient.JSON.createObjectNode().put("label", hostile(200));
        ObjectNode client = settings.putObject("client");
        for (String field : List.of("name", "version", "variant", "model")) {
            client.put(field, hostile(100));
        }
        return settings.toString();
    }

    /// A request whose answer calls a tool, and one that returns all of it changed.
    private static String conversation(String run) {
        assertThat(run).as("the run was opened").isNotNull();
        ArrayNode messages = PageClient.JSON.createArrayNode();
        messages.addObject().put("role", "user").put("content", hostile(LONG));
        ObjectNode answer = (ObjectNode) send(run, messages).at("/choices/0/message");
        assertThat(answer.path("tool_calls")).as("the answer calls a tool").isNotEmpty();
        answer.put("reasoning_content", hostile(LONG)).put("content", hostile(LONG));
        answer.put("x-" + hostile(200), hostile(LONG));
        ((ObjectNode) answer.at("/tool_calls/0/function"))
                .put("name", hostile(200))
                .put(
                        "arguments",
                        PageClient.JSON
                                .createObjectNode()
                                .put(hostile(200), hostile(LONG))
                                .toString());
        messages.add(answer);
        messages.addObject()
                .put("role", "tool")
                .put("tool_call_id", answer.at("/tool_calls/0/id").asText())
                .put("content", hostile(LONG));
        send(run, messages);
        return run;
    }

    private static JsonNode send(String run, ArrayNode messages) {
        ObjectNode body =
                PageClient.JSON.createObjectNode().put("model", hostile(LONG)).put("stream", false);
        body.set("messages", messages);
        ObjectNode function =
                body.putArray("tools").addObject().put("type", "function").putObject("function");
        function.put("name", "bash").put("description", hostile(LONG));
        ObjectNode parameters = function.putObject("parameters").put("type", "object");
        parameters.putObject("properties").putObject("command").put("type", "string");
        return PageClient.post("/r/" + run + "/v1/chat/completions", body.toString());
    }

    private static String hostile(int length) {
        return MARKUP + "w".repeat(Math.max(0, length - MARKUP.length()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
