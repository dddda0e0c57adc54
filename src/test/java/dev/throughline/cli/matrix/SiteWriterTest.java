package dev.throughline.cli.matrix;

import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient.Response;
import dev.throughline.rest.PageLinks;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SiteWriterTest {
    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();

    @Test
    void everyLinkLeadsToAFileOfTheSite() throws IOException {
        SiteFiles site = written(3);

        assertThat(site.all(".html")).hasSize(11);
        assertThat(site.brokenLinks()).isEmpty();
        Document products = Jsoup.parse(folder.resolve("products.html").toFile());
        assertThat(products.select("main a[href^=products/], main img[src^=badges/]"))
                .hasSize(2);
        assertThat(products.select("nav a[aria-current]").eachText()).containsExactly("Products");
        assertThat(products.select("form, footer, script")).isEmpty();
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
    void eachPageOfALongListIsAFile() throws IOException {
        List<String> pages = new ArrayList<>();
        for (Path part : written(3).all(".html")) {
            if (part.getParent().endsWith("products")
                    && !part.endsWith(PageLinks.fileName(SiteSample.NO_PRODUCT) + ".html")) {
                pages.add(Jsoup.parse(part.toFile()).select("p").eachText().toString());
            }
        }

        assertThat(pages)
                .hasSize(3)
                .anyMatch(page -> page.endsWith(".html]") && !page.contains("cursor"))
                .anyMatch(page -> page.contains("&cursor=2") && page.endsWith("~2.html]"))
                .anyMatch(page -> page.contains("&cursor=3") && page.endsWith("~3.html]"));
    }

    @Test
    void aNameThatIsNoneOfAProductHasAListToo() throws IOException {
        written(1);

        assertThat(Files.readString(folder.resolve(PageLinks.product(SiteSample.NO_PRODUCT))))
                .contains("/matrix?gateway=A");
    }

    @Test
    void aServiceThatDoesNotWriteFilesIsAnError() {
        var sample = new SiteSample(1);
        var old = new SiteSource((address, file) -> address.equals("/matrix")
                ? new Response(200, "<link rel=\"stylesheet\" href=\"/assets/throughline.css\">", Optional.empty())
                : sample.read(address, file));

        assertThatThrownBy(() -> new SiteWriter(old, new SiteFolder(folder), said::add).write())
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("too old");
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

    private SiteFiles written(int parts) {
        var sample = new SiteSample(parts);
        new SiteWriter(new SiteSource(sample::read), new SiteFolder(folder), said::add).write();
        return new SiteFiles(folder);
    }
}
