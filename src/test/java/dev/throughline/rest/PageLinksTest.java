package dev.throughline.rest;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PageLinksTest {
    private static final PageLinks CELL = new PageLinks("cells/c1.html");

    @ParameterizedTest
    @ValueSource(strings = {"..", "../../etc", "a/b", "a\\b", "", ".", "a..b", "@x/y", "a b", "a%2Fb", "a\u0000b", "~"})
    void anUnusualNameBecomesAPlainFileName(String name) {
        assertThat(PageLinks.fileName(name)).matches("[A-Za-z0-9-]*~[0-9a-f]{12}");
    }

    @Test
    void namesThatDifferInCaseOnlyHaveDifferentFiles() {
        assertThat(PageLinks.fileName("opencode")).isEqualTo("opencode");
        assertThat(PageLinks.fileName("OpenCode").toLowerCase(Locale.ROOT))
                .isNotEqualTo(PageLinks.fileName("openCode").toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource({
        "/matrix,                            ../index.html",
        "/matrix/gateways,                   ../gateways.html",
        "/matrix/cells/abc,                  ../cells/abc.html",
        "/matrix?client=a,                   ../products/a.html",
        "/matrix?client=a#x,                 ../products/a.html",
        "/matrix?dialect=x&client=a,         ../products/a.html",
        "/matrix?client=a&capability=THINK,  ../products/a.html",
        "/matrix?product=a,                  ../products/a.html",
        "/matrix?client=%40x%2Fy,            ../products/-x-y~d4a48f0f0e9f.html",
    })
    void aPageThatTheSiteHasIsAFile(String address, String file) {
        String href = CELL.href(address).getValue();

        assertThat(href.replaceFirst("~[0-9a-f]{12}", "~"))
                .isEqualTo(" href=\"" + file.replaceFirst("~[0-9a-f]{12}", "~") + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/runs/r1", "/matrix?latest=true", "/matrix/compare?from=a", "/help", "/", "javascript:alert(1)"
            })
    void aPageThatTheSiteLacksIsNoLink(String address) {
        assertThat(CELL.href(address).getValue()).isEmpty();
    }

    @Test
    void theServiceLinksToItself() {
        assertThat(PageLinks.SERVICE.href("/matrix?client=a&b=\"<").getValue())
                .isEqualTo(" href=\"/matrix?client=a&amp;b=&quot;&lt;\"");
        assertThat(PageLinks.SERVICE.next("/matrix?cursor=x")).isEqualTo("/matrix?cursor=x");
        assertThat(PageLinks.SERVICE.previous()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "index.html,                     index~2.html,           ''",
        "products/a.html,                a~2.html,               ''",
        "products/a~2.html,              a~3.html,               a.html",
        "products/a~11.html,             a~12.html,              a~10.html",
        "products/a~123456789012.html,   a~123456789012~2.html,  ''",
        "products/a~123456789012~2.html, a~123456789012~3.html,  a~123456789012.html"
    })
    void partsLinkToThoseBesideThem(String file, String next, String previous) {
        var links = new PageLinks(file);

        assertThat(links.next("/matrix?cursor=x")).isEqualTo(next);
        assertThat(links.previous()).isEqualTo(previous);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x.html", "/x.html", "a//b.html", "x.js", "", "a/../b.html", "a\"b.html", ".x.html"})
    void anythingButAFileOfASiteIsThePageOfTheService(String header) {
        assertThat(PageLinks.of(header).isSite()).isFalse();
        assertThat(PageLinks.of(null).isSite()).isFalse();
        assertThat(PageLinks.of("products/-x-y~0123456789ab~2.html").isSite()).isTrue();
    }
}
