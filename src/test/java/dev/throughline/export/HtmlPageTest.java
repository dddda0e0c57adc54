package dev.throughline.export;

import dev.throughline.export.HtmlPage.Fact;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HtmlPageTest {

    private static String page() {
        byte[] page = HtmlPage.of(
                "prompt.html",
                "a <b>",
                Map.of("facts", List.of(new Fact("name", "<value>\u0000")), "legend", List.of(), "pieces", List.of()));
        return new String(page, StandardCharsets.UTF_8);
    }

    @Test
    void loadsNothing() {
        assertThat(page())
                .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
                .doesNotContain("<script")
                .doesNotContain("<link")
                .doesNotContain("src=")
                .doesNotContain("href=")
                .doesNotContain("url(")
                .doesNotContain("@import")
                .doesNotContain(" style=");
    }

    @Test
    void allowsItsOwnStyleByDigestAndNothingElse() throws Exception {
        String page = page();
        String style = page.substring(page.indexOf("<style>") + 7, page.indexOf("</style>"));
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));

        assertThat(HtmlPage.POLICY)
                .isEqualTo("default-src 'none'; style-src 'sha256-"
                        + Base64.getEncoder().encodeToString(digest)
                        + "'; base-uri 'none'; form-action 'none'");
        assertThat(page.indexOf("Content-Security-Policy")).isBetween(0, page.indexOf("<style>"));
    }

    @Test
    void escapesWhatIsPutIn() {
        assertThat(page()).contains("<title>a &lt;b&gt;</title>").contains("<dt>name</dt><dd>&lt;value&gt;\ufffd</dd>");
    }
}
