package dev.throughline.matrix.api;

import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class BadgeResourceIT {
    private final MatrixFixture matrixFixture;

    BadgeResourceIT(MatrixFixture matrixFixture) {
        this.matrixFixture = matrixFixture;
    }

    @BeforeEach
    void measure() {
        matrixFixture.client("badge-client", "1.9.0", "", "BROKEN");
        matrixFixture.client("badge-client", "1.10.0", "", "PRESERVED");
        matrixFixture.client("badge-client", "1.10.0", "odd", "BROKEN");
        matrixFixture.backend("badge-backend", "1.0.0", "PARTIAL");
    }

    @Test
    void saysTheStatusOfTheNewestVersionForShields() {
        TestHttpClient.Answer badge = TestHttpClient.underTest().get("/badge/badge-client/THINK.json");

        assertThat(badge.status()).isEqualTo(200);
        assertThat(badge.json().toString())
                .isEqualTo("{\"schemaVersion\":1,\"label\":\"badge-client 1.10.0 THINK\",\"message\":\"preserved\","
                        + "\"color\":\"17693a\"}");
        assertThat(badge.header("cache-control")).isEqualTo("public, max-age=300");
    }

    @Test
    void saysTheStatusOfTheVersionThatIsAskedFor() {
        assertThat(TestHttpClient.underTest()
                        .get("/badge/badge-client/think.json?version=1.9.0&dialect=openai-chat")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("broken");
        assertThat(TestHttpClient.underTest()
                        .get("/badge/badge-backend/THINK.json")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("partial");
        assertThat(TestHttpClient.underTest()
                        .get("/badge/badge-client/THINK.json?version=1.9.1")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("unknown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/badge/badge-client/THINK",
                "/badge/no-such-product/THINK",
                "/badge/badge-client/WISDOM",
                "/badge/badge-client/THINK.svg?version=0.0.1",
                "/badge/%3Cscript%3Ealert(1)%3C%2Fscript%3E/%22%3E%3Csvg%20onload=alert(1)%3E",
                "/badge/%F0%9F%92%A5%00%1B%5B31m/THINK"
            })
    void isAlwaysAPictureThatIsGreyWhenNothingIsKnown(String path) throws Exception {
        TestHttpClient.Answer badge = TestHttpClient.underTest().get(path.contains(".svg") ? path : path + ".svg");

        assertThat(badge.status()).as(badge.body()).isEqualTo(200);
        assertThat(badge.header("content-type")).startsWith("image/svg+xml");
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(badge.body())));
        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(1);
    }

    @Test
    void aHugeNameIsCut() {
        assertThat(TestHttpClient.underTest()
                        .get("/badge/" + "x".repeat(3000) + "/THINK.json")
                        .json()
                        .path("label")
                        .asText())
                .hasSize(60);
    }
}
