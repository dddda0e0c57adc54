package dev.throughline.pages;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.throughline.testing.Expensive;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages that follow what clients do, in a real browser.
@Expensive(36)
@QuarkusTest
class LivePagesBrowserIT extends InChromium {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int REQUESTS = 5;

    @ParameterizedTest
    @EnumSource
    void aPageShowsARequestWithinASecond(LivePage shown) {
        String run = PageClient.open("{}");
        try (BrowserContext context = browser.newContext()) {
            Page page = opened(context, PageClient.host() + shown.address(run));

            List<Duration> delays = IntStream.rangeClosed(1, REQUESTS)
                    .mapToObj(number -> delay(page, shown, run, number))
                    .sorted()
                    .toList();

            assertThat(delays.get(REQUESTS / 2)).as("median of %s", delays).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void steadyTrafficOfOthersDoesNotDelayAPage() throws InterruptedException {
        String run = PageClient.open("{}");
        String busy = PageClient.open("{}");
        var isOver = new AtomicBoolean();
        try (BrowserContext context = browser.newContext()) {
            Page page = opened(context, PageClient.host() + "/");
            List<Thread> traffic = IntStream.range(0, 4)
                    .mapToObj(_ -> Thread.ofVirtual().start(() -> {
                        while (!isOver.get()) {
                            PageClient.converse(busy, 1, _ -> false);
                        }
                    }))
                    .toList();

            Duration delay = delay(page, LivePage.HOME, run, 1);

            isOver.set(true);
            for (Thread sender : traffic) {
                sender.join();
            }
            assertThat(delay).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void theFocusStaysOnTheSameOneOfTwoLinksToAnExchange() {
        String run = PageClient.open("{}");
        PageClient.converse(run, 1, _ -> false);
        try (BrowserContext context = browser.newContext()) {
            Page page = opened(context, PageClient.host() + "/live");
            String link = "a[href='/runs/" + run + "/exchanges/1']";
            page.waitForSelector(".stream " + link);
            assertThat(page.locator(".map " + link).count()).isOne();
            page.focus(".stream " + link);

            PageClient.converse(run, 1, _ -> false);
            page.waitForSelector(LivePage.LIVE.shows(run, 2));

            assertThat(page.locator(".stream " + link + ":focus").count()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPageRecoversAfterTheServiceRestarted(LivePage shown) {
        String run = PageClient.open("{}");
        int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
        try (var relay = new RestartableRelay(port);
                BrowserContext context = browser.newContext()) {
            Page page = opened(context, relay.host() + shown.address(run));

            relay.stop();
            page.waitForSelector("[data-connection]:text-is('reconnecting…')");
            PageClient.converse(run, 1, _ -> false);
            relay.start();

            page.waitForSelector(shown.shows(run, 1));
            page.waitForSelector("[data-connection]:text-is('live')");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHiddenPageAsksNothingAndIsCurrentAgainWhenShown(LivePage shown) {
        String run = PageClient.open("{}");
        try (BrowserContext context = browser.newContext()) {
            Page page = opened(context, PageClient.host() + shown.address(run));
            Page control = opened(context, PageClient.host() + shown.address(run));
            List<String> asked = new CopyOnWriteArrayList<>();
            page.onRequest(request -> asked.add(request.url()));

            LivePage.hide(page, true);
            PageClient.converse(run, 1, _ -> false);
            control.waitForSelector(shown.shows(run, 1));
            List<String> askedWhileHidden = List.copyOf(asked);
            LivePage.hide(page, false);

            assertThat(askedWhileHidden).isEmpty();
            page.waitForSelector(shown.shows(run, 1));
        }
    }

    private static Page opened(BrowserContext context, String address) {
        Page page = context.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.navigate(address);
        page.waitForSelector("[data-connection]:text-is('live')");
        page.waitForLoadState();
        return page;
    }

    private static Duration delay(Page page, LivePage shown, String run, int number) {
        long begin = System.nanoTime();
        PageClient.converse(run, 1, _ -> false);
        page.waitForSelector(
                shown.shows(run, number), new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
