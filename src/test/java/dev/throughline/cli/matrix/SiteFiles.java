package dev.throughline.cli.matrix;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/// The files of a written site.
public record SiteFiles(Path root) {

    /// Every file with this ending.
    public List<Path> all(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toString().endsWith(ending))
                    .toList();
        }
    }

    /// The links of the pages that name no file of the site and do not leave it for a report.
    public List<String> brokenLinks() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : all(".html")) {
            for (Element one : Jsoup.parse(page.toFile()).select("[href], [src]")) {
                String address = one.hasAttr("href") ? one.attr("href") : one.attr("src");
                if (!isReport(one) && !isFile(page, address)) {
                    broken.add(root.relativize(page) + ": " + one);
                }
            }
        }
        return broken;
    }

    private boolean isFile(Path page, String address) {
        URI link = URI.create(address);
        if (link.isAbsolute() || address.startsWith("/") || link.getQuery() != null) {
            return false;
        }
        Path target = address.startsWith("#")
                ? page
                : page.getParent().resolve(link.getPath()).normalize();
        return target.startsWith(root) && Files.isRegularFile(target);
    }

    private static boolean isReport(Element link) {
        return link.attr("rel").equals("noreferrer nofollow")
                && link.attr("href").startsWith("https://");
    }
}
