package dev.throughline.pages;

import io.quarkus.test.junit.QuarkusTest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of live traffic.
@QuarkusTest
class TrafficPageIT {
    @Test
    void aClientOnABaseUrlWithoutARunIsShownWithWhatItKept() {
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        PageClient.converseLive("traffic-keeps/1.0", 3, _ -> false);
        PageClient.converseLive("traffic-drops/2.0", 3, _ -> true);

        String page = PageClient.page("/traffic").body();

        assertThat(row(page, "traffic-keeps"))
                .contains("1.0", "stub", today, "100 %", "✓", "client%3Aunknown%3Atraffic-keeps");
        assertThat(row(page, "traffic-drops")).contains("2.0", " 0 %", "✕");
        assertThat(row(page.substring(page.indexOf("id=\"losses\"")), "traffic-drops"))
                .as("a run that is still open")
                .contains("2.0", "✕</span> THINK", "0 of ");
    }

    @Test
    void aSealedDayCountsAsItsVerdictSays() {
        PageClient.converseLive("traffic-sealed/1.0", 3, _ -> true);
        String run = PageClient.json("/api/v1/runs?client=unknown:traffic-sealed")
                .at("/runs/0/id")
                .asText();
        String open = row(PageClient.page("/traffic").body(), "traffic-sealed");
        assertThat(PageClient.post("/api/v1/runs/" + run + "/seal", "{}")
                        .path("state")
                        .asText())
                .isEqualTo("SEALED");

        assertThat(row(PageClient.page("/traffic").body(), "traffic-sealed")).isEqualTo(open);
    }

    @Test
    void aClientsNameIsText() {
        PageClient.converseLive("<b>hostile/1.0", 1, _ -> false);

        assertThat(PageClient.page("/traffic").body()).doesNotContain("<b>");
    }

    private static String row(String page, String client) {
        return Pattern.compile("<tr><th scope=\"row\">(?:(?!</tr>).)*" + client + ".*?</tr>", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(found -> found.group())
                .findFirst()
                .orElseThrow();
    }
}
