package dev.throughline.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Starts the Chromium of the path without a window.
final class ChromiumLauncher {
    private ChromiumLauncher() {}

    /// Skips the test where there is no Chromium, but for `THROUGHLINE_CHROMIUM=required`.
    static Playwright playwright() {
        boolean isRequired = "required".equals(System.getenv("THROUGHLINE_CHROMIUM"));
        assumeTrue(isRequired || program().isPresent(), "no chromium on the path");
        return Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    }

    static Browser browser(Playwright playwright) {
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program().orElseThrow())
                        .setArgs(List.of("--no-sandbox", "--disable-gpu")));
    }

    private static Optional<Path> program() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser").map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
