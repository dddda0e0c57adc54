package dev.throughline.pages;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.PackagedService;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A new user with an empty database, who only looks and follows links from the first page.
@Expensive(28)
class FirstLossBrowserIT extends InChromium {
    private static final Duration BAR = Duration.ofMinutes(2);
    private static final Pattern BASE_URL = Pattern.compile("OPENAI_BASE_URL=(\\S+)");

    @Test
    void theFirstBrokenThoughtIsFoundFromTheFirstPage() {
        long begin = System.nanoTime();
        try (var service = new PackagedService();
                BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.setDefaultTimeout(BAR.toMillis());
            page.navigate(service.host() + "/");
            page.waitForSelector("text=Waiting for your client’s first request");
            page.waitForSelector("[data-connection]:text-is('live')");
            String line = page.locator(".card:has(h3:text-is('Any OpenAI client')) code")
                    .innerText();
            String base = BASE_URL.matcher(line)
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .findFirst()
                    .orElseThrow();

            List<String> thoughts = PageConversation.hold(base, 3, number -> number == 3, "user-agent", "my-agent/1.0");
            page.click("#now .bad a:text-is('See what each returned')");
            Locator loss = page.locator("#verdict .losses li").first();
            String lossText = loss.innerText();
            loss.locator("a").click();
            page.waitForSelector("h1:text-is('Exchange 3')");
            Locator lost = page.locator("details.compare.bad").first();

            assertThat(lossText)
                    .startsWith("Request 3 first lost the reasoning of")
                    .contains("missing");
            assertThat(lost.locator("summary").innerText()).contains("missing", "reasoning of answer 1");
            assertThat(lost.locator(".side").first().innerText().replaceAll("\\s+", " "))
                    .contains(thoughts.getFirst().strip().replaceAll("\\s+", " "));
            assertThat(lost.innerText()).contains("Nothing: it belonged here.");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(BAR);
        }
    }
}
