package dev.throughline.pages;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Follows the links to the next page, as a reader without scripts does.
final class LinkedPages {
    private static final int MOST = 500;
    private static final Pattern NEXT = Pattern.compile("href=\"([^\"]+)\" rel=\"next\"");

    private LinkedPages() {}

    /// The HTML of a page and of all that follow it.
    static List<String> from(String path) {
        List<String> pages = first(path, MOST);
        assertThat(pages).hasSizeLessThan(MOST);
        return pages;
    }

    /// The HTML of a page and of those that follow it.
    /// @param most how many pages at most
    static List<String> first(String path, int most) {
        List<String> pages = new ArrayList<>();
        Optional<String> next = Optional.of(path);
        while (next.isPresent() && pages.size() < most) {
            HttpResponse<String> page = PageClient.page(next.get());
            assertThat(page.statusCode()).as(next.get()).isEqualTo(200);
            pages.add(page.body());
            next = next(page.body());
        }
        return pages;
    }

    private static Optional<String> next(String html) {
        Matcher link = NEXT.matcher(html);
        return link.find() ? Optional.of(link.group(1).replace("&amp;", "&")) : Optional.empty();
    }
}
