package dev.throughline.pages;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.PackagedService;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Pages that stay open in a real browser while the program itself is stopped and started again, on the same port and
/// with the same data.
@Expensive(60)
class RestartBrowserIT extends InChromium {
    private static final int PATIENCE_MILLIS = 60_000;
    // LivePagesBrowserIT checks the one-second bound; this test starts a separate service beside the browser.
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int REQUESTS = 5;

    @Test
    void everyLivePageRecoversShowsRequestsSoonAndIsSilentWhileHidden() {
        try (var service = new PackagedService();
                BrowserContext context = browser.newContext()) {
            var client = new PageConversation(service.host());
            String run = client.open("{}");
            client.converse(run, 1, _ -> false);
            Map<LivePage, Page> pages = new EnumMap<>(LivePage.class);
            for (LivePage shown : LivePage.values()) {
                pages.put(shown, opened(context, service.host() + shown.address(run)));
            }

            service.stop();
            pages.values().forEach(page -> page.waitForSelector("[data-connection]:text-is('reconnecting…')"));
            service.start();
            pages.values().forEach(page -> page.waitForSelector("[data-connection]:text-is('live')"));

            pages.forEach((shown, page) -> page.waitForSelector(shown.shows(run, 1)));
            int number = 1;
            for (Map.Entry<LivePage, Page> shown : pages.entrySet()) {
                shown.getValue().bringToFront();
                Duration median = median(client, shown.getValue(), shown.getKey(), run, number);
                number += REQUESTS;
                assertThat(median).as("median on %s", shown.getKey()).isLessThan(SOON);
            }
            silentWhileHidden(client, pages, run, number);
        }
    }

    private static Duration median(PageConversation client, Page page, LivePage shown, String run, int before) {
        List<Duration> delays = new CopyOnWriteArrayList<>();
        for (int number = before + 1; number <= before + REQUESTS; number++) {
            long begin = System.nanoTime();
            client.converse(run, 1, _ -> false);
            page.waitForSelector(
                    shown.shows(run, number),
                    new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
            delays.add(Duration.ofNanos(System.nanoTime() - begin));
        }
        return delays.stream().sorted().toList().get(REQUESTS / 2);
    }

    private static void silentWhileHidden(PageConversation client, Map<LivePage, Page> pages, String run, int before) {
        List<String> asked = new CopyOnWriteArrayList<>();
        Page control = pages.get(LivePage.RUN);
        Page hidden = pages.get(LivePage.LIVE);
        hidden.onRequest(request -> asked.add(request.url()));
        LivePage.hide(hidden, true);
        client.converse(run, 1, _ -> false);
        control.waitForSelector(LivePage.RUN.shows(run, before + 1));
        assertThat(asked).isEmpty();
        LivePage.hide(hidden, false);
        hidden.waitForSelector(LivePage.LIVE.shows(run, before + 1));
    }

    private static Page opened(BrowserContext context, String address) {
        Page page = context.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.navigate(address);
        page.waitForSelector("[data-connection]:text-is('live')");
        return page;
    }
}
