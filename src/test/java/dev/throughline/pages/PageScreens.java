package dev.throughline.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Every screen, filled by a real conversation and a measured client. Each check of the pages in a browser opens all
/// of them; a test compares them with the program's pages.
final class PageScreens {
    private static final String CLIENT = "browser-matrix-client";
    private static final String HOSTILE = "<script>alert(1)</script>\u202e" + "long".repeat(40);

    private PageScreens() {}

    /// @param name of its screenshots
    /// @param path its address
    /// @param status of the answer
    record Screen(String name, String path, int status) {
        Screen(String name, String path) {
            this(name, path, 200);
        }

        /// The first word of its name: screens of one kind are much alike.
        String kind() {
            return name.replaceFirst("-.*", "");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// All of them, with a new run that loses reasoning and one with a hostile name.
    static List<Screen> all() {
        String run = conversation();
        PageClient.converseLive("screen-client/1.2.3", 4, number -> number == 3);
        MeasuredPages.once(CLIENT);
        String cell = PageClient.json("/api/v1/matrix?client=" + CLIENT)
                .at("/cells/0/id")
                .asText();
        String other = PageClient.open("{}");
        return List.of(
                new Screen("home", "/"),
                new Screen("runs", "/runs"),
                new Screen("runs-found", "/runs?q=client:opencode+verdict:fail"),
                new Screen("find", "/find?q=screen"),
                new Screen("find-nothing", "/find?q=opncode"),
                new Screen("run", "/runs/" + run),
                new Screen("run-waiting", "/runs/" + other),
                new Screen("run-compare", "/runs/compare?run=" + run + "&run=" + other),
                new Screen("exchange", "/runs/" + run + "/exchanges/8"),
                new Screen("live", "/live"),
                new Screen("traffic", "/traffic"),
                new Screen("sign-in", "/sign-in"),
                new Screen("help", "/help"),
                new Screen("help-page", "/help/guides/clients"),
                new Screen("error", "/runs/none", 404),
                new Screen("matrix", "/matrix"),
                new Screen("matrix-all", "/matrix?latest=true"),
                new Screen("matrix-client", "/matrix?client=" + CLIENT),
                new Screen("matrix-capabilities", "/matrix?cursor=clients:"),
                new Screen("matrix-version", "/matrix?client=" + CLIENT + "&clientVersion=1.0.0"),
                new Screen("matrix-cell", "/matrix/cells/" + cell),
                new Screen("matrix-first", "/matrix/first"),
                new Screen("matrix-gateways", "/matrix/gateways"),
                new Screen("matrix-compare", "/matrix/compare?from=" + CLIENT + "@1.0.0&to=" + CLIENT + "@2.0.0"),
                new Screen("matrix-use", "/matrix/can-i-use?client=" + CLIENT + "&version=1.0.0"));
    }

    /// What a browser shows besides: every page of the documentation and the HTML files of the API. `/docs` is drawn
    /// by a script: with one operation open.
    static List<Screen> documents() {
        String run = conversation();
        MeasuredPages.once(CLIENT);
        return Stream.concat(
                        Stream.of(
                                new Screen("docs", "/docs#/Runs/listRuns"),
                                new Screen("report", "/api/v1/runs/" + run + "/report?format=html"),
                                new Screen("offline", "/api/v1/runs/" + run + "/report?format=html&links=false"),
                                new Screen("validation", "/r/" + run + "/v1/validation_report?format=html"),
                                new Screen("prompt", "/api/v1/runs/" + run + "/exchanges/8/prompt?format=html"),
                                new Screen("cells", "/api/v1/matrix?format=html&client=" + CLIENT)),
                        documentation().map(name -> new Screen("help-" + name.replace('/', '-'), "/help/" + name)))
                .toList();
    }

    /// The names of its pages.
    private static Stream<String> documentation() {
        Path root = Path.of("src", "site", "markdown");
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".md"))
                    .map(name -> name.replaceFirst("\\.md$", ""))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A run of eight requests, of which some drop reasoning.
    static String conversation() {
        var settings = PageClient.JSON.createObjectNode().put("label", "opencode drops thoughts");
        settings.putObject("client").put("name", "opencode").put("version", "1.1.53");
        PageClient.open(PageClient.JSON.createObjectNode().put("label", HOSTILE).toString());
        String run = PageClient.open(settings.toString());
        PageClient.converse(run, 8, number -> number == 4 || number > 6);
        return run;
    }
}
