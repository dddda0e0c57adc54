package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class ReportFormatNegotiationIT {

    private static ChatSession talked() {
        ChatSession chatSession =
                ChatSession.open("{\"label\":\"<b>x</b>\",\"policy\":\"preserved\",\"scenario\":\"chat\"}");
        chatSession.say("one", false);
        chatSession.say("two", false);
        return chatSession;
    }

    private static ChatSession sealed() {
        ChatSession chatSession = talked();
        TestHttpClient.underTest().post(chatSession.path() + "/seal", "");
        return chatSession;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "json  | application/json                     | application/json     | inline     | json",
                "text  | text/plain;charset=UTF-8             | text/plain           | inline     | txt",
                "junit | application/xml;charset=UTF-8        | application/xml      | attachment | xml",
                "sarif | application/sarif+json               | application/sarif+json | attachment | sarif",
                "html  | text/html;charset=UTF-8              | text/html,*/*;q=0.8  | inline     | html"
            })
    void isHadByFormatAndByAccept(String format, String type, String accept, String shown, String extension) {
        ChatSession chatSession = sealed();

        TestHttpClient.Answer named = TestHttpClient.underTest().get(chatSession.path() + "/report?format=" + format);
        TestHttpClient.Answer accepted =
                TestHttpClient.underTest().get(chatSession.path() + "/report", "accept", accept);

        assertThat(named.status()).isEqualTo(200);
        assertThat(named.type().replace(" ", "")).isEqualToIgnoringCase(type);
        assertThat(named.header("vary")).isEqualTo("Accept");
        assertThat(named.header("content-disposition"))
                .isEqualTo(shown + "; filename=\"throughline-" + chatSession.id() + "." + extension + "\"");
        assertThat(accepted.type()).isEqualTo(named.type());
        assertThat(accepted.body()).isEqualTo(named.body()).contains(chatSession.id());
    }

    @ParameterizedTest
    @CsvSource({
        "'*/*',application/json",
        "text/*,text/plain",
        "'application/json;q=0,application/xml;q=0.1',application/xml"
    })
    void wildcardsAndWeightsChooseAsRfc9110Says(String accept, String type) {
        assertThat(TestHttpClient.underTest()
                        .get(talked().path() + "/report", "accept", accept)
                        .type())
                .startsWith(type);
    }

    @Test
    void theReportOfASealedRunIsSentOnceToWhoKnowsIt() {
        ChatSession chatSession = sealed();
        String path = chatSession.path() + "/report?format=junit";
        TestHttpClient.Answer first = TestHttpClient.underTest().get(path);

        TestHttpClient.Answer again =
                TestHttpClient.underTest().get(path, "if-none-match", "\"other\", W/" + first.header("etag"));

        assertThat(first.header("etag")).matches("\"[0-9a-f]{32}\"");
        assertThat(first.header("cache-control")).isEqualTo("private, no-cache");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.header("etag")).isEqualTo(first.header("etag"));
        assertThat(again.header("vary")).isEqualTo("Accept");
        assertThat(TestHttpClient.underTest()
                        .get(path, "if-none-match", "\"other\"")
                        .status())
                .isEqualTo(200);
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path() + "/report?format=html")
                        .header("etag"))
                .isNotEqualTo(first.header("etag"));
    }

    @Test
    void theReportOfAnOpenRunIsNeverCached() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get(talked().path() + "/report");

        assertThat(answer.header("etag")).isEmpty();
        assertThat(answer.header("cache-control")).isEqualTo("no-store");
    }

    @Test
    void thePageMayLoadItsStyleOnlyAndShowsNamesAsText() {
        TestHttpClient.Answer page = TestHttpClient.underTest().get(sealed().path() + "/report?format=html");

        assertThat(page.header("content-security-policy"))
                .as(page.response()
                        .headers()
                        .allValues("content-security-policy")
                        .toString())
                .startsWith("default-src 'none'; style-src 'sha256-")
                .contains("frame-ancestors 'none'");
        assertThat(page.response().headers().allValues("content-security-policy"))
                .hasSize(1);
        assertThat(page.body()).contains("&lt;b&gt;x&lt;/b&gt;").doesNotContain("<b>");
    }

    @Test
    void thePageLeadsToTheRunUnlessLinksAreOff() {
        String run = sealed().path();
        String id = run.substring(run.lastIndexOf('/') + 1);

        assertThat(TestHttpClient.underTest().get(run + "/report?format=html").body())
                .contains("href=\"/runs/" + id + "\"");
        assertThat(TestHttpClient.underTest()
                        .get("/r/" + id + "/v1/validation_report?format=html")
                        .body())
                .contains("href=\"/runs/" + id + "\"");
        assertThat(TestHttpClient.underTest()
                        .get("/r/" + id + "/v1/validation_report", "accept", "text/html")
                        .body())
                .startsWith("<!DOCTYPE html>")
                .contains("href=\"/runs/" + id + "\"");
        assertThat(TestHttpClient.underTest()
                        .get(run + "/report?format=html&links=false")
                        .body())
                .doesNotContain("href=");
        assertThat(TestHttpClient.underTest()
                        .get("/r/" + id + "/v1/validation_report?format=html&links=false")
                        .body())
                .doesNotContain("href=");
    }

    @Test
    void anUnknownFormatIsRefusedWithTheKnownOnes() {
        JsonNode problem = ProblemsIT.isProblem(
                TestHttpClient.underTest().get(talked().path() + "/report?format=pdf", "accept", "text/html"),
                400,
                "invalid-parameter");

        assertThat(problem.path("allowed").toString()).isEqualTo("[\"json\",\"text\",\"junit\",\"sarif\",\"html\"]");
    }
}
