package dev.throughline.cli.matrix;

import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SiteWriterTest {
    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();

    @Test
    void everyLinkLeadsToAFileOfTheSite() throws IOException {
        SiteFiles site = written(3);

        assertThat(site.all(".html")).hasSize(8);
        assertThat(site.brokenLinks()).isEmpty();
        String overview = Files.readString(folder.resolve("index.html"));
        assertThat(Jsoup.parse(overview).select("main a[href^=products/]")).hasSize(1);
        assertThat(Jsoup.parse(overview).select("main span").eachText()).contains("compare", "bad");
        assertThat(overview).contains("https://example.org/1").doesNotContain("javascript:");
    }

    @Test
    void noFileNamesTheServiceOrASecretOfIt() throws IOException {
        for (Path file : written(3).all("")) {
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .doesNotContain(SiteSample.HOST, "service.internal", "\"/assets", "\"/matrix", "\"/runs");
        }
    }

    @Test
    void aHostileNameIsTextInEveryFormat() throws Exception {
        SiteFiles site = written(3);

        for (Path page : site.all(".html")) {
            assertThat(Jsoup.parse(page.toFile()).select("[onerror], script:not([src])"))
                    .as(page.toString())
                    .isEmpty();
        }
        assertThat(Jsoup.parse(folder.resolve("products.html").toFile())
                        .select("tbody th")
                        .text())
                .contains("<img src=x onerror=alert(1)>");
        assertThat(Json.TREES
                        .readTree(folder.resolve("changes.json").toFile())
                        .at("/items/0/title")
                        .asText())
                .startsWith(SiteSample.NAME);
        assertThat(DocumentBuilderFactory.newDefaultInstance()
                        .newDocumentBuilder()
                        .parse(folder.resolve("changes.atom").toFile())
                        .getElementsByTagName("title")
                        .item(1)
                        .getTextContent())
                .startsWith(SiteSample.NAME.replace('\u0001', '\uFFFD'));
        String data = Files.readString(folder.resolve("data/clients.js"));
        assertThat(data).doesNotContain("<");
        assertThat(Json.TREES
                        .readTree(data.substring("throughlineClients(".length(), data.lastIndexOf(')')))
                        .at("/0/client")
                        .asText())
                .isEqualTo(SiteSample.NAME);
    }

    @Test
    void aLongListIsSplitAndEachRowIsThereOnce() throws IOException {
        SiteFiles site = written(1_000);

        List<Path> parts = site.all(".html").stream()
                .filter(file -> file.getParent().endsWith("products"))
                .toList();
        assertThat(parts).hasSizeGreaterThan(2).allMatch(file -> file.toFile().length() <= 100_000);
        List<String> rows = parts.stream().flatMap(part -> rows(part).stream()).toList();
        assertThat(rows).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(site.brokenLinks()).isEmpty();
    }

    @Test
    void saysHowFarItIs() {
        written(2);

        assertThat(said)
                .containsExactly(
                        "pages of products: 0 of 1",
                        "pages of cells: 0 of 1",
                        "answers of can-i-use for clients: 0 of 1");
    }

    private static List<String> rows(Path page) {
        try {
            return Jsoup.parse(page.toFile()).select("tbody th").eachText();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private SiteFiles written(int rows) {
        var sample = new SiteSample(rows);
        new SiteWriter(new SiteSource(sample::read), new SiteFolder(folder), said::add).write();
        return new SiteFiles(folder);
    }
}
