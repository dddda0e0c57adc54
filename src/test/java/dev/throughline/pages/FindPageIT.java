package dev.throughline.pages;

import io.quarkus.test.junit.QuarkusTest;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The search box of the header.
@QuarkusTest
class FindPageIT {
    private static final String CLIENT = "findable-client";

    @BeforeEach
    void measure() {
        MeasuredPages.once(CLIENT);
    }

    @ParameterizedTest
    @CsvSource({
        "findable-client, /matrix?client=findable-client",
        "Findable Client, /matrix?client=findable-client",
        "findable-client 1.0.0, /matrix?client=findable-client&clientVersion=1.0.0",
        "findable-client@v1.0.0, /matrix?client=findable-client&clientVersion=1.0.0",
        "findable-client latest, /matrix?client=findable-client&clientVersion=2.0.0",
        "client:x verdict:fail, /runs?q=client%3Ax+verdict%3Afail",
        "'', /runs?q=",
    })
    void whatNamesOneThingLeadsToItsPage(String typed, String address) {
        HttpResponse<String> found = find(typed);

        assertThat(found.statusCode()).isEqualTo(303);
        assertThat(found.headers().firstValue("location")).contains(address);
        assertThat(PageClient.page(address).statusCode()).isEqualTo(200);
    }

    @Test
    void anIdOpensTheRun() {
        String run = PageClient.open("{}");

        assertThat(find(run).headers().firstValue("location")).contains("/runs/" + run);
    }

    @Test
    void severalAreListedWithTheRunsThatHaveTheWords() {
        PageClient.open("{\"label\":\"a findable label\"}");

        Document page = page("findable");

        assertThat(page.select("#products + ul a").eachAttr("href")).contains("/matrix?client=findable-client");
        assertThat(page.select("table.runs").text()).contains("a findable label");
    }

    @Test
    void aVersionAloneListsTheProductsThatHaveIt() {
        assertThat(page("1.0.0").select("#products + ul a").eachText()).contains(CLIENT + " 1.0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"findable-cleint", "findable-cleint 1.0.0", "findable-client 1.0.7"})
    void theNearestOnesAreProposed(String typed) {
        assertThat(page(typed).select("main .notice").text()).contains("Did you mean", CLIENT);
    }

    @Test
    void whatIsTypedIsText() {
        assertThat(find("<script>alert(1)</script>").body()).doesNotContain("<script>alert");
        assertThat(page("nothing-is-called-like-this").select("main .notice").text())
                .contains("No client, version or run has this name.");
    }

    private static Document page(String typed) {
        HttpResponse<String> page = find(typed);
        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        return Jsoup.parse(page.body());
    }

    private static HttpResponse<String> find(String typed) {
        return PageClient.page("/find?q=" + URLEncoder.encode(typed, StandardCharsets.UTF_8));
    }
}
