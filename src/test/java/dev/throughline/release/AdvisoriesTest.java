package dev.throughline.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The check of libraries against known advisories finds what is inside a range, and nothing else.
class AdvisoriesTest {
    @ParameterizedTest
    @CsvSource({
        "io.netty, netty-codec-http, 4.1.131.Final, 3",
        "io.netty, netty-codec-http, 4.1.134.Final, 2",
        "io.netty, netty-codec-http, 4.1.137.Final, 1",
        "io.netty, netty-codec-http, 4.1.140.Final, 0",
        "io.netty, netty-codec-http2, 4.1.131.Final, 3",
        "org.postgresql, postgresql, 42.7.10, 1",
        "org.postgresql, postgresql, 42.7.11, 0",
        "org.yaml, snakeyaml, 1.33, 1",
        "org.yaml, snakeyaml, 2.0, 0",
        "com.example, snakeyaml, 1.33, 0"
    })
    void aPartInsideARangeIsNamed(String group, String name, String version, int count) throws Exception {
        JsonNode bom = new JsonMapper()
                .readTree("{\"components\":[{\"group\":\"%s\",\"name\":\"%s\",\"version\":\"%s\"}]}"
                        .formatted(group, name, version));

        assertThat(new Advisories().violations(bom))
                .hasSize(count)
                .allMatch(line -> line.startsWith(group + ':' + name + ':' + version + " has CVE-"));
    }

    @Test
    void everyAdvisoryHasARangeADayAndWordsOfItsOwn() throws Exception {
        assertThat(new Advisories().all()).hasSizeGreaterThan(15).allSatisfy(one -> {
            assertThat(one.path("id").asText()).matches("(CVE-[0-9]{4}-[0-9]+|GHSA(-[0-9a-z]{4}){3})");
            assertThat(one.path("part").asText()).matches("[a-z.-]+:[a-z0-9-]+");
            assertThat(Advisories.compare(
                            one.path("from").asText(), one.path("before").asText()))
                    .isNegative();
            assertThat(one.path("published").asText()).matches("20[0-9]{2}-[01][0-9]-[0-3][0-9]");
            assertThat(one.path("says").asText()).endsWith(".").hasSizeLessThan(140);
        });
    }
}
