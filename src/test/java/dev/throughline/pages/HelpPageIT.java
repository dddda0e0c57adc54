package dev.throughline.pages;

import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The documentation in a browser, which needs no key.
@QuarkusTest
@TestProfile(KeysProfile.class)
class HelpPageIT {
    @Test
    void everyPageIsReachedFromTheListAndEveryLinkLeadsSomewhere() {
        var pages = new TreeMap<String, Document>();
        var open = new TreeSet<>(Set.of("/help"));
        var fragments = new TreeSet<String>();
        while (!open.isEmpty()) {
            String address = open.pollFirst();
            Document page = page(address);
            pages.put(address, page);
            for (Element link : page.select("article a[href]")) {
                URI found = URI.create(address).resolve(link.attr("href"));
                if (!found.isAbsolute()) {
                    fragments.add(found.toString());
                    if (!pages.containsKey(found.getPath())) {
                        open.add(found.getPath());
                    }
                }
            }
        }
        assertThat(pages)
                .hasSizeGreaterThan(25)
                .containsKeys("/help/operations/upgrade", "/help/operations/tls", "/help/guides/troubleshooting");
        assertThat(fragments)
                .filteredOn(address -> address.contains("#"))
                .isNotEmpty()
                .allSatisfy(address -> assertThat(pages.get(address.replaceFirst("#.*", ""))
                                .getElementById(address.replaceFirst(".*#", "")))
                        .as(address)
                        .isNotNull());
        assertThat(pages.get("/help/operations/tls").select("article pre")).hasSize(2);
        assertThat(pages.get("/help/guides/pages").select("article table tr")).hasSizeGreaterThan(10);
    }

    @Test
    void whatIsNoPageIsNotFound() {
        assertThat(PageClient.page("/help/guides/nothing").statusCode()).isEqualTo(404);
        assertThat(PageClient.page("/help/guides/pages.md").statusCode()).isEqualTo(404);
    }

    private static Document page(String address) {
        var answer = PageClient.page(address);
        assertThat(answer.statusCode()).as(address).isEqualTo(200);
        return Jsoup.parse(answer.body());
    }
}
