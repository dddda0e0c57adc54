package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.store.TestClaims;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages of the matrix as they are sent, over runs that were measured here.
@QuarkusTest
class MatrixPagesIT {
    static final String CLIENT = "page-matrix-client";

    @BeforeEach
    void measure() {
        MeasuredPages.once(CLIENT);
    }

    @Test
    void theOverviewShowsTheNewestVersionAndOpensItsCell() {
        String page = String.join("", LinkedPages.from("/matrix"));
        String cell = cell("2.0.0");

        assertThat(page)
                .contains("Clients by themselves", CLIENT, "measured here", "/matrix/cells/" + cell)
                .doesNotContain("/matrix/cells/" + cell("1.0.0"));
    }

    @Test
    void aProductShowsItsVersionsInOrderWithTheChangeMarked() {
        String page = page("/matrix?client=" + CLIENT);
        String strip = page.substring(page.indexOf("<ol class=\"strip\""), page.indexOf("</ol>"));

        assertThat(strip.indexOf("1.0.0")).isPositive().isLessThan(strip.indexOf("2.0.0"));
        assertThat(strip).containsSubsequence("broken", "changed:", "preserved");
    }

    @Test
    void theFirstPageHasClientsThatLoseFirstAndExplainsItsMarks() {
        Document page = Jsoup.parse(page("/matrix"));
        List<String> rows = page.select("section[aria-labelledby=map] tbody tr").eachAttr("class");
        Set<String> marks = Set.copyOf(
                page.select("section[aria-labelledby=map] .mark .word").eachText());

        assertThat(rows).isNotEmpty().isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(page.select(".legend .pill").eachText().stream().map(text -> text.replaceFirst("^\\S+ ", "")))
                .containsAll(marks);
    }

    @Test
    void aVersionSaysWhatItLosesHowToSeeItAndWhatMendsIt() {
        Document page = Jsoup.parse(page("/matrix?client=" + CLIENT + "&clientVersion=1.0.0"));
        Element losses = page.expectFirst("section[aria-labelledby=losses]");

        assertThat(page.select("h1").text()).isEqualTo(CLIENT + " 1.0.0");
        assertThat(page.select(".head").text()).contains("1.0.0 was published on 2026-01-01");
        assertThat(losses.text()).contains("THINK broken").contains("2.0.0 was measured to keep");
        assertThat(losses.select("pre").text())
                .startsWith("./throughline check client " + CLIENT + "@1.0.0 --dialect openai-chat --scenario tools");
        assertThat(page.select("ol.strip a[aria-current]").eachText()).containsOnly("1.0.0");
        assertThat(page.select("section[aria-labelledby=changes] li").text())
                .contains("2026-02-01 2.0.0 after 1.0.0", "broken → ✓ preserved");
    }

    @Test
    void aVersionThatKeepsEverythingSaysSo() {
        assertThat(Jsoup.parse(page("/matrix?client=" + CLIENT))
                        .select("section[aria-labelledby=losses]")
                        .text())
                .contains("What 2.0.0 loses", "Nothing that was measured");
    }

    @Test
    void theCellOpensItsRunsAndTheirExchanges() {
        String page = page("/matrix/cells/" + cell("1.0.0"));

        assertThat(page).containsPattern("href=\"/runs/[0-9a-z]+\"").containsPattern("/runs/[0-9a-z]+/exchanges/2\"");
        assertThat(page).contains("broken", "Runs measured here");
    }

    @Test
    void twoVersionsAreComparedAndTheWorseIsFirst() {
        String page = page("/matrix/compare?from=" + CLIENT + "@2.0.0&to=" + CLIENT + "@1.0.0");
        JsonNode json = json("/matrix/compare?from=" + CLIENT + "@2.0.0&to=" + CLIENT + "@1.0.0");

        assertThat(page).contains("worse", "preserved", "broken");
        assertThat(json.at("/changes/0/change").asText()).isEqualTo("WORSE");
    }

    @Test
    void twoMomentsNameTheProductOfEachChange() {
        List<Element> settings = LinkedPages.from("/matrix/compare?from=2026-01-01&to=" + Instant.now()).stream()
                .flatMap(page -> Jsoup.parse(page).select("td[data-label=Setting]").stream())
                .toList();
        List<String> named = settings.stream()
                .map(setting -> setting.select("strong").text())
                .toList();

        assertThat(named).doesNotContain("").contains(CLIENT + "@1.0.0", CLIENT + "@2.0.0");
        assertThat(page("/matrix/compare?from=" + CLIENT + "@1.0.0&to=" + CLIENT + "@2.0.0"))
                .doesNotContain("<strong>");
    }

    @Test
    void aFormWithoutAnAnswerSaysWhyOnThePage() {
        assertThat(page("/matrix/compare?from=nonsense&to=" + CLIENT + "@1.0.0"))
                .contains("a moment such as");
        assertThat(page("/matrix/can-i-use?client=no-such-client&version="))
                .contains("There is no product of this name");
        assertThat(page("/matrix/can-i-use?client=&version=&dialect=")).contains("Can I use it?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"version=latest", "version=2.0.0&dialect=openai-chat", "version="})
    void itCanBeUsed(String query) {
        String page = page("/matrix/can-i-use?client=" + CLIENT + "&" + query);

        assertThat(page)
                .contains("class=\"verdict good\"")
                .contains("./throughline can-i-use " + CLIENT + "@2.0.0")
                .contains("/badge/" + CLIENT + "/THINK.svg?version=2.0.0");
    }

    @Test
    void theFirstVersionCannot() {
        assertThat(page("/matrix/can-i-use?client=" + CLIENT + "@1.0.0")).contains("class=\"verdict bad\"", "BROKEN");
    }

    @Test
    void programsGetJsonAtTheSameAddresses() {
        assertThat(json("/matrix?client=" + CLIENT).path("cells").size()).isGreaterThan(2);
        assertThat(json("/matrix/cells/" + cell("1.0.0")).path("runs")).hasSize(1);
        assertThat(json("/matrix/can-i-use?client=" + CLIENT + "@1.0.0")
                        .path("answer")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void anUnknownParameterAndAnUnknownCellAreNamed() {
        assertThat(PageClient.page("/matrix?cleint=opencode").body()).contains("cleint");
        assertThat(PageClient.page("/matrix/cells/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void whatOthersWroteIsText() {
        TestClaims.install(new Claim(
                "hostile",
                CLIENT,
                Optional.empty(),
                Capability.THINK,
                Optional.of(Status.BROKEN),
                "<script>alert(1)</script>\u202e{x}",
                "javascript:alert(1)",
                LocalDate.of(2026, 1, 24)));

        for (String path : new String[] {
            "/matrix",
            "/matrix?client=" + CLIENT,
            "/matrix/cells/" + cell("2.0.0"),
            "/matrix/can-i-use?client=%3Cscript%3Ealert(1)&variant=%22%3E%3Cscript%3Ealert(1)",
            "/matrix/compare?from=%3Cscript%3Ealert(1)&to=%22%3E%3Cscript%3Ealert(1)",
            "/api/v1/matrix?format=html&client=" + CLIENT
        }) {
            assertThat(String.join("", LinkedPages.from(path)))
                    .as(path)
                    .doesNotContain("<script>alert")
                    .doesNotContain("href=\"javascript:");
        }
    }

    @Test
    void theFileHasItsStyleInsideAndLoadsNothing() {
        HttpResponse<String> file = PageClient.page("/api/v1/matrix?format=html&client=" + CLIENT);

        assertThat(file.body())
                .contains("<style>", CLIENT, PageClient.host() + "/matrix/cells/")
                .doesNotContain("<script", "<link", "src=");
        assertThat(file.headers().firstValue("content-security-policy"))
                .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'; style-src 'sha256-"));
    }

    @Test
    void theHistoryOfACellAsHtmlLeadsToItsPage() {
        String cell = cell("1.0.0");
        HttpResponse<String> found = PageClient.page("/api/v1/matrix/cells/" + cell + "/history?format=html");

        assertThat(found.statusCode()).isEqualTo(303);
        assertThat(found.headers().firstValue("location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/matrix/cells/" + cell));
    }

    private static String page(String path) {
        HttpResponse<String> page = PageClient.page(path);
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        assertThat(page.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"));
        return page.body();
    }

    private static JsonNode json(String path) {
        return PageClient.json(path, "application/json");
    }

    private static String cell(String version) {
        return PageClient.json("/api/v1/matrix?capability=THINK&client=" + CLIENT + "&version=" + version)
                .at("/cells/0/id")
                .asText();
    }
}
