package dev.throughline.pages;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestRun;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of an exchange that a backend answered.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxiedExchangePageIT {
    private static final String MARKUP = "<think>Weigh it.</think></think>Hello";

    ScriptedBackend backend;

    @Test
    void showsRawMarkupBesideWhatTheFilterMadeOfItAndTheAnomaly() throws Exception {
        String run = open("glm");
        String model = backend.model((_, socket) -> socket.json(whole(MARKUP, "")));

        send(run, model, PageClient.JSON.createArrayNode(), "List the files");
        Document page = page(run, 1);

        assertThat(page.select("[aria-label='Raw markup']").text()).contains("<think>Weigh it.</think>");
        assertThat(page.select("[aria-label='reasoning for the client']").text())
                .isEqualTo("Weigh it.");
        assertThat(page.select("[aria-label='text for the client']").text()).isEqualTo("Hello");
        assertThat(page.select("h3:contains(Anomalies) + ul li").text()).contains("at character", "</think>");
    }

    @Test
    void showsWhatWasPutBackAndWhereTheTimeWent() throws Exception {
        String run = open("repair");
        String model = backend.model((_, socket) -> socket.json(whole("Hello", "Weigh it.")));
        ArrayNode messages = PageClient.JSON.createArrayNode();
        send(run, model, messages, "List the files");
        messages.addObject().put("role", "assistant").put("content", "Hello");
        backend.answer(model, (_, socket) -> socket.json(whole("Bye", "Done.")));

        send(run, model, messages, "And then?");
        Document page = page(run, 2);

        assertThat(page.select("section:has(#repairs) li").text())
                .contains("repaired", "1 block of answer 1 at /messages/1, found by content-hash");
        assertThat(page.select("details.compare.warn summary").text())
                .contains("missing, put back", "reasoning of answer 1");
        assertThat(page.select(".verdict.warn").text())
                .isEqualTo("↺ 1 put back: dropped by the client in this request, reached the model: reasoning of answer"
                        + " 1; 1 came back unchanged.");
        assertThat(page.select(".verdict.bad")).isEmpty();
        assertThat(page.select("section:has(#timing) .key").text())
                .contains("until the backend was called", "until its first event", "commit");
    }

    private static Document page(String run, int number) {
        return Jsoup.parse(
                PageClient.page("/runs/" + run + "/exchanges/" + number).body());
    }

    private static String open(String backend) throws Exception {
        return TestRun.open(URI.create(PageClient.host()), Map.of("mode", "proxy", "backend", backend))
                .id();
    }

    private static void send(String run, String model, ArrayNode messages, String question) {
        messages.addObject().put("role", "user").put("content", question);
        ObjectNode body = PageClient.JSON.createObjectNode().put("model", model).put("stream", false);
        body.set("messages", messages);
        PageClient.post("/r/" + run + "/v1/chat/completions", body.toString());
    }

    private static String whole(String content, String reasoning) {
        ObjectNode answer = PageClient.JSON.createObjectNode().put("id", "x");
        ObjectNode choice =
                answer.putArray("choices").addObject().put("index", 0).put("finish_reason", "stop");
        ObjectNode message =
                choice.putObject("message").put("role", "assistant").put("content", content);
        if (!reasoning.isEmpty()) {
            message.put("reasoning_content", reasoning);
        }
        return answer.toString();
    }
}
