package dev.throughline.cli.matrix;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SiteAddressesTest {
    @ParameterizedTest
    @ValueSource(strings = {"..", "../../etc", "a/b", "a\\b", "", ".", "a..b", "@x/y", "a b", "a%2Fb", "a\u0000b", "~"})
    void anUnusualNameBecomesAPlainFileName(String name) {
        assertThat(SiteAddresses.fileName(name)).matches("[A-Za-z0-9-]*~[0-9a-f]{12}");
    }

    @Test
    void namesThatDifferInCaseOnlyHaveDifferentFiles() {
        assertThat(SiteAddresses.fileName("opencode")).isEqualTo("opencode");
        assertThat(SiteAddresses.fileName("OpenCode").toLowerCase(Locale.ROOT))
                .isNotEqualTo(SiteAddresses.fileName("openCode").toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource({"index.html,a.html,a.html", "x/y.html,a.html,../a.html", "x/y.html,x/z.html,../x/z.html"})
    void theWayToAFileIsRelative(String from, String to, String expected) {
        assertThat(SiteAddresses.relative(from, to)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/matrix?client=a", "/matrix?client=a#x", "/matrix?dialect=x&client=a", "/matrix?client=a&b=c"})
    void aNarrowedListLeadsToTheWholeOne(String address) {
        var addresses = new SiteAddresses();
        addresses.add("/matrix?client=a", "a.html");

        assertThat(addresses.file(address)).contains("a.html");
        assertThat(addresses.file("/matrix?client=ab")).isEmpty();
        assertThat(addresses.file("/runs?client=a")).isEmpty();
    }
}
