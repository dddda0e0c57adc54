package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.TableLock;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages as they are sent, without a browser.
@Expensive(45)
@QuarkusTest
class PagesIT {
    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");
    private static final String HOSTILE = "<script>alert(1)</script>\u202e\"'&{x}";

    @Test
    void theFirstPageIsForBrowsersOnly() {
        HttpResponse<String> page = PageClient.page("/");
        JsonNode json = PageClient.json("/");

        assertThat(page.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
        assertThat(page.body()).contains("ANTHROPIC_BASE_URL=" + PageClient.host());
        assertThat(json.path("service").asText()).isEqualTo("throughline");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/runs", "/runs?q=verdict:fail", "/live", "/sign-in", "/runs/none", "/nowhere"})
    void everyPageHasAPolicyWithoutInlineScriptAndStyle(String path) {
        HttpResponse<String> page = PageClient.page(path);

        assertThat(page.headers().allValues("content-security-policy"))
                .singleElement()
                .asString()
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
                .doesNotContain("unsafe");
        assertThat(page.body()).contains("<main").doesNotContain("style=\"", "<style", "onclick");
    }

    @Test
    void anUnknownRunIsAPage() {
        HttpResponse<String> page = PageClient.page("/runs/nosuchrun");

        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).contains("There is no run nosuchrun");
    }

    @Test
    void theApiAnswersABrowserWithJsonAsBefore() {
        HttpResponse<String> problem = PageClient.page("/api/v1/runs/nosuchrun");

        assertThat(problem.headers().firstValue("content-type")).hasValue("application/problem+json");
    }

    @Test
    void aLossIsShownOnTheRunAndOnItsExchange() {
        String run = PageClient.open("{\"label\":\"dropping\"}");
        PageClient.converse(run, 3, number -> true);

        HttpResponse<String> page = PageClient.page("/runs/" + run);
        HttpResponse<String> exchange = PageClient.page("/runs/" + run + "/exchanges/3");

        assertThat(page.body()).contains("FAIL", "broken", "Thread map", "history=repair");
        assertThat(exchange.body()).contains("Nothing: it belonged here.", "missing", "<code>/messages/1</code>");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theThreadMapShowsEveryObservation(long seed) {
        var random = new Random(seed);
        String run = PageClient.open("{\"label\":\"random " + seed + "\"}");
        PageClient.converse(run, 3 + random.nextInt(8), _ -> random.nextInt(3) == 0);

        List<String> drawn = marks(PageClient.page("/runs/" + run).body());
        int observed = 0;
        int exchanges = PageClient.json("/api/v1/runs/" + run).path("exchanges").asInt();
        for (int number = 1; number <= exchanges; number++) {
            observed += PageClient.json("/api/v1/runs/" + run + "/exchanges/" + number)
                    .at("/evidence/observations")
                    .size();
        }
        JsonNode report = PageClient.json("/api/v1/runs/" + run + "/report?format=json");

        assertThat(drawn).hasSize(observed).hasSizeGreaterThan(3);
        assertThat(drawn.contains("bad")).isEqualTo(report.path("missing_count").asInt() > 0);
    }

    @Test
    void theReportOfABaseUrlIsAPageForBrowsersAndHasTheFormatsOfAReport() {
        String run = PageClient.open("{\"label\":\"<b>reported</b>\"}");
        PageClient.converse(run, 3, _ -> true);
        String report = "/r/" + run + "/v1/validation_report";
        HttpResponse<String> page = PageClient.page(report);

        assertThat(page.body()).contains("<h1>Compliance report</h1>", "VERDICT: FAIL", "What helps");
        for (String shown : List.of(page.body(), PageClient.page("/runs/" + run).body())) {
            assertThat(Jsoup.parse(shown).select("li > code").eachText()).contains("reasoning_content");
            assertThat(Jsoup.parse(shown).text()).doesNotContain("`");
        }
        assertThat(page.body()).doesNotContain("<b>reported");
        assertThat(page.headers().allValues("content-security-policy"))
                .singleElement()
                .asString()
                .contains("style-src 'sha256-");
        assertThat(PageClient.page(report + "?format=text").body())
                .contains("VERDICT: FAIL", "What helps", "history=repair");
        assertThat(PageClient.json(report).path("verdict").asText()).isEqualTo("FAIL");
        assertThat(PageClient.page(report + "?format=green").statusCode()).isEqualTo(400);
    }

    @Test
    void theLivePageSaysWhatEachRequestKept() {
        String run = PageClient.open("{\"label\":\"followed\"}");
        PageClient.converse(run, 3, request -> request == 3);

        String live = PageClient.page("/live").body();

        assertThat(live).contains(run, "open, 3 requests", "nothing due");
        assertThat(live).containsPattern("all [0-9]+ kept").containsPattern("[0-9]+ of [0-9]+ kept, [0-9]+ missing");
        PageClient.post("/api/v1/runs/" + run + "/seal", "");
        assertThat(PageClient.page("/live").body()).contains(run, "sealed, 3 requests");
    }

    @Test
    void theLivePageListsARequestWithAVeryLongHistoryWithoutJudgingIt() {
        String run = PageClient.open("{\"label\":\"long\"}");
        var body = PageClient.JSON.createObjectNode().put("model", "glm-4.7");
        var messages = body.putArray("messages");
        for (int i = 0; i < 301; i++) {
            messages.addObject().put("role", "user").put("content", "Question " + i);
            messages.addObject().put("role", "assistant").put("content", "Answer " + i);
        }
        messages.addObject().put("role", "user").put("content", "The last question");
        PageClient.post("/r/" + run + "/v1/chat/completions", body.toString());

        assertThat(PageClient.page("/live").body()).contains(run, "not judged here");
    }

    @Test
    void twoTickedRunsAreCompared() {
        String kept = PageClient.open("{\"label\":\"compared <b>kept</b>\"}");
        PageClient.converse(kept, 3, _ -> false);
        String lost = PageClient.open("{\"label\":\"compared lost\"}");
        PageClient.converse(lost, 3, _ -> true);

        String page =
                PageClient.page("/runs/compare?run=" + lost + "&run=" + kept).body();

        assertThat(page).contains("PASS", "FAIL", "compared lost", "different", "the same");
        assertThat(page).doesNotContain("<b>kept");
        assertThat(page.indexOf("PASS")).isLessThan(page.indexOf("FAIL"));
        assertThat(PageClient.page("/runs/compare?run=" + lost).statusCode()).isEqualTo(400);
        assertThat(PageClient.page("/runs?q=compared").body()).contains("name=\"run\" value=\"" + kept);
    }

    @Test
    void theApiSearchesAsThePageDoesAndARunCarriesItsVerdict() {
        String run =
                PageClient.open("{\"label\":\"Needle in runs\",\"client\":{\"name\":\"finder\",\"version\":\"1\"}}");
        PageClient.converse(run, 3, _ -> true);
        PageClient.post("/api/v1/runs/" + run + "/seal", "{}");
        String query = "/api/v1/runs?text=needle%20runs&client=finder&backend=stub&since=2026-01-01&verdict=";

        assertThat(PageClient.json("/api/v1/runs/" + run).path("verdict").asText())
                .isEqualTo("FAIL");
        assertThat(PageClient.json(query + "fail").at("/runs/0/id").asText()).isEqualTo(run);
        assertThat(PageClient.json(query + "fail").at("/runs/0/verdict").asText())
                .isEqualTo("FAIL");
        assertThat(PageClient.json(query + "pass").path("runs")).isEmpty();
        assertThat(PageClient.json(query + "green").path("parameter").asText()).isEqualTo("verdict");
    }

    @Test
    void whatClientsWriteIsText() {
        String label = PageClient.JSON.createObjectNode().put("label", HOSTILE).toString();
        String run = PageClient.open(label);
        PageClient.converse(run, 2, number -> false);

        for (String path : List.of("/", "/runs", "/runs/" + run, "/live", "/runs?q=" + "%3Cscript%3Ealert(1)")) {
            assertThat(PageClient.page(path).body()).as(path).doesNotContain("<script>alert");
        }
        assertThat(PageClient.page("/runs/" + run).body()).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
    }

    @Test
    void theSearchUnderstandsItsGrammar() {
        String failed = PageClient.open("{\"label\":\"sought\",\"client\":{\"name\":\"seeker\",\"version\":\"1.2\"}}");
        PageClient.converse(failed, 3, number -> true);
        PageClient.post("/api/v1/runs/" + failed + "/seal", "{}");
        String open = PageClient.open("{\"label\":\"sought\",\"client\":{\"name\":\"seeker\",\"version\":\"1.3\"}}");

        assertThat(PageClient.page("/runs?q=client:seeker+verdict:fail+since:1h+backend:stub")
                        .body())
                .contains(failed)
                .doesNotContain(open);
        assertThat(PageClient.page("/runs?q=SOUGHT+version:1.3").body())
                .contains(open)
                .doesNotContain(failed);
        assertThat(PageClient.page("/runs?q=verdict:green").body()).contains("verdict:green: verdict:pass");
    }

    @Test
    void aButtonNeedsTheTokenOfThePage() {
        String run = PageClient.open("{\"label\":\"to seal\"}");
        PageClient.converse(run, 2, number -> false);
        HttpResponse<String> page = PageClient.page("/runs/" + run);
        String cookie = page.headers().firstValue("set-cookie").orElseThrow();
        Matcher token = TOKEN.matcher(page.body());
        assertThat(token.find()).isTrue();

        int without =
                PageClient.submit("/runs/" + run, cookie, "action", "seal").statusCode();
        int wrong = PageClient.submit("/runs/" + run, cookie, "action", "seal", "token", "guess")
                .statusCode();
        String before = PageClient.json("/api/v1/runs/" + run).path("state").asText();
        int right = PageClient.submit("/runs/" + run, cookie, "action", "seal", "token", token.group(1))
                .statusCode();

        assertThat(List.of(without, wrong, right)).containsExactly(403, 403, 303);
        assertThat(cookie).containsIgnoringCase("HttpOnly").contains("SameSite=Lax");
        assertThat(before).isEqualTo("RUNNING");
        assertThat(PageClient.json("/api/v1/runs/" + run).path("state").asText())
                .isEqualTo("SEALED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/live", "/runs", "/runs/RUN", "/runs/RUN/exchanges/1", "/traffic"})
    void aPageThatWaitsForALockSaysSo(String path) throws Exception {
        String run = PageClient.open("{}");
        PageClient.converse(run, 1, number -> false);

        HttpResponse<String> page;
        try (var _ = TableLock.againstAll("run")) {
            page = PageClient.page(path.replace("RUN", run));
        }

        assertThat(page.statusCode()).isEqualTo(503);
        assertThat(page.body()).contains("although the database answers: it waits for a lock");
    }

    private static List<String> marks(String page) {
        return DrawnMark.of(page).stream().map(DrawnMark::tone).toList();
    }
}
