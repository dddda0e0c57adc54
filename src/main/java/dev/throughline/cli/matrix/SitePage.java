package dev.throughline.cli.matrix;

import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/// A page of the service as a page of a site: what needs a service is removed, and each address is that of a file.
final class SitePage {
    private static final Map<String, String> MENU = Map.of(
            "index.html", "Matrix",
            "products.html", "Products",
            "can-i-use.html", "Can I use it?",
            "gateways.html", "Gateways",
            "first.html", "The first matrix",
            "changes.html", "Changes");
    private static final List<String> MENU_ORDER =
            List.of("index.html", "products.html", "can-i-use.html", "gateways.html", "first.html", "changes.html");

    private final Document document;
    private final String file;

    private SitePage(Document document, String file) {
        this.document = document;
        this.file = file;
    }

    /// A page as the service wrote it, before its links are rewritten.
    /// @param file of the page in the site
    static SitePage of(String html, String file) {
        Document document = Jsoup.parse(html);
        document.outputSettings().prettyPrint(false);
        return new SitePage(document, file);
    }

    /// The address of the next page of a list in the service; empty on the last one, and once links are rewritten.
    String next() {
        return document.select("a[rel=next][href^=/]").attr("href");
    }

    /// The same page without what needs a service.
    /// @param addresses the files of the site
    SitePage rewritten(SiteAddresses addresses) {
        removeService();
        frame();
        document.select("a[href]").forEach(link -> rewrite(link, addresses));
        return this;
    }

    /// Another page with the same frame.
    /// @param title plain text
    static SitePage with(String html, String file, String title, SiteAddresses addresses) {
        SitePage page = of(html, file).rewritten(addresses);
        page.document.title(title + " · Throughline");
        page.main().empty().appendElement("h1").text(title);
        return page;
    }

    Document document() {
        return document;
    }

    Element main() {
        Element main = document.getElementById("main");
        if (main == null) {
            throw new IllegalStateException("a page without main: " + file);
        }
        return main;
    }

    /// The address of another file of the site from this page.
    String to(String other) {
        return SiteAddresses.relative(file, other);
    }

    String html() {
        return document.outerHtml();
    }

    private void removeService() {
        document.select("script, form, header nav, nav.chips").remove();
        document.select("[data-events], [data-live]").forEach(one -> one.removeAttr("data-events"));
        document.select("p.chips:has(a[href^=/matrix])").remove();
        document.select("footer a").remove();
        Element footer = document.selectFirst("footer");
        if (footer != null) {
            footer.text(footer.text().replaceAll("[ ·]+$", ""));
        }
    }

    private void frame() {
        document.select("link[rel=icon]").attr("href", to("assets/throughline.svg"));
        document.select("link[rel=stylesheet]").attr("href", to("assets/throughline.css"));
        document.select("a.brand img").attr("src", to("assets/throughline.svg"));
        feed("application/atom+xml", "changes.atom");
        feed("application/feed+json", "changes.json");
        Element header = document.selectFirst("header.top");
        if (header == null) {
            return;
        }
        Element menu = header.appendElement("nav").attr("aria-label", "Pages");
        for (String name : MENU_ORDER) {
            Element link = menu.appendElement("a").attr("href", to(name)).text(MENU.getOrDefault(name, name));
            if (name.equals(file)) {
                link.attr("aria-current", "page");
            }
            menu.appendText(" ");
        }
    }

    private void feed(String type, String name) {
        document.head()
                .appendElement("link")
                .attr("rel", "alternate")
                .attr("type", type)
                .attr("href", to(name));
    }

    /// A link leads to a file of the site or away from the service; another one becomes its text.
    private void rewrite(Element link, SiteAddresses addresses) {
        String address = link.attr("href");
        if (link.hasClass("brand")) {
            link.attr("href", to("index.html"));
        } else if (address.startsWith("/") && !address.startsWith("//")) {
            addresses.file(address).ifPresentOrElse(known -> link.attr("href", to(known)), () -> unlink(link));
        } else if (address.startsWith("https://") && link.attr("rel").contains("nofollow")) {
            link.attr("rel", "noreferrer nofollow");
        } else if (!address.startsWith("#") && link.parents().is("main")) {
            unlink(link);
        }
    }

    private static void unlink(Element link) {
        link.tagName("span").removeAttr("href").removeAttr("rel");
    }
}
