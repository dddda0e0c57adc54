package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.export.FileTemplate;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ProgressListener;
import dev.throughline.harness.ServiceClient.Response;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PageLinks;
import dev.throughline.text.Resources;
import dev.throughline.text.UrlText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Writes the matrix as files: the pages of the service with links to one another, and those that only a site has.
final class SiteWriter {
    private static final int ROWS = 150;

    private final SiteSource source;
    private final SiteFolder folder;
    private final SiteTasks tasks;

    SiteWriter(SiteSource source, SiteFolder folder, ProgressListener progress) {
        this.source = source;
        this.folder = folder;
        this.tasks = new SiteTasks(progress);
    }

    void write() {
        List<JsonNode> cells = source.cells();
        List<SiteProduct> products = source.products().stream()
                .map(product -> SiteProduct.of(product, cells))
                .filter(product -> !product.cells().isEmpty())
                .toList();
        for (String asset : List.of("throughline.css", "throughline.svg")) {
            folder.write("assets/" + asset, source.text("/assets/" + asset));
        }
        pages("/matrix", "index.html");
        pages("/matrix/gateways", "gateways.html");
        pages("/matrix/first", "first.html");
        tasks.each("pages of products", products, this::product);
        Set<String> written = products.stream().map(SiteProduct::id).collect(Collectors.toSet());
        SiteProduct.SIDES.forEach(side -> others(side, cells, written));
        tasks.each("pages of cells", cells, cell -> {
            String id = cell.path("id").asText();
            pages("/matrix/cells/" + id, PageLinks.cell(id));
        });
        String version = source.json("/health").path("version").asText();
        table("products", products, version);
        use(products, version);
        changes(products, cells, version);
    }

    private void product(SiteProduct product) {
        pages(product.address(), product.page());
        product.capabilities()
                .forEach(capability -> folder.write(
                        product.badge(capability),
                        source.text("/badge/" + UrlText.segment(product.id()) + "/" + capability + ".svg")));
    }

    /// The lists of names that are none of a product, as live traffic may have them: its cells link to them.
    /// @param written names that have one
    private void others(String side, List<JsonNode> cells, Set<String> written) {
        cells.stream()
                .map(cell -> cell.path(side).path("product").asText(""))
                .filter(name -> !name.isEmpty() && written.add(name))
                .forEach(name -> pages("/matrix" + new QueryStringBuilder().add(side, name), PageLinks.product(name)));
    }

    /// Every page of a list of the service, each as a file.
    private void pages(String address, String file) {
        Optional<String> cursor = Optional.empty();
        int number = 1;
        do {
            String part = PageLinks.part(file, number++);
            String from = (address.contains("?") ? "&cursor=" : "?cursor=");
            Response page = source.page(
                    address + cursor.map(place -> from + UrlText.query(place)).orElse(""), part);
            folder.write(part, page.body());
            cursor = page.next();
        } while (cursor.isPresent());
    }

    /// The page that answers "can I use it?", with its data.
    private void use(List<SiteProduct> products, String version) {
        List<SiteProduct> clients = products.stream()
                .filter(product -> product.side().equals("client"))
                .toList();
        var answers = new SiteUse(source);
        tasks.each(
                "answers of can-i-use for clients",
                clients,
                client -> folder.write(SiteUse.file(client), answers.answers(client)));
        folder.write("data/clients.js", SiteUse.clients(clients));
        folder.write("assets/can-i-use.js", Resources.text("site/can-i-use.js"));
        page("can-i-use", "can-i-use.html", version, Map.of());
    }

    /// The changes between versions, as a page and as feeds.
    private void changes(List<SiteProduct> products, List<JsonNode> cells, String version) {
        List<SiteChange> changes = SiteChange.newestFirst(
                products.stream().map(product -> source.ranges(product.side(), product.id())), cells);
        folder.write("changes.json", SiteFeeds.json(changes));
        folder.write("changes.atom", SiteFeeds.atom(changes));
        table("changes", changes, version);
    }

    /// A table in parts.
    private void table(String name, List<?> rows, String version) {
        int from = 0;
        do {
            int to = Math.min(rows.size(), from + ROWS);
            page(
                    name,
                    PageLinks.part(name + ".html", from / ROWS + 1),
                    version,
                    Map.of("rows", rows.subList(from, to), "isLast", to == rows.size()));
            from = to;
        } while (from < rows.size());
    }

    private void page(String name, String file, String version, Map<String, ?> content) {
        Map<String, Object> all = new HashMap<>(content);
        all.put("frame", new PageFrame("", version, "", "", new PageLinks(file)));
        byte[] page = FileTemplate.render("site-" + name + ".html", all);
        folder.write(file, new String(page, StandardCharsets.UTF_8));
    }

    /// Makes independent parts of a site, several at the same time, and says how far it is.
    private static final class SiteTasks {
        private static final int AT_ONCE = 8;
        private static final int PARTS_PER_LINE = 500;
        private static final long LONGEST_SILENCE = Duration.ofSeconds(5).toNanos();

        private final ProgressListener progress;

        SiteTasks(ProgressListener progress) {
            this.progress = progress;
        }

        /// Makes every part; the first failure ends it.
        /// @param what the parts, in the plural
        /// @param make is called from several threads
        <T> void each(String what, List<T> parts, Consumer<T> make) {
            try (ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE)) {
                List<? extends Future<?>> made = parts.stream()
                        .map(part -> workers.submit(() -> make.accept(part)))
                        .toList();
                try {
                    await(what, made);
                } finally {
                    workers.shutdownNow();
                }
            }
        }

        private void await(String what, List<? extends Future<?>> made) {
            long lastLine = System.nanoTime();
            for (int i = 0; i < made.size(); i++) {
                if (i % PARTS_PER_LINE == 0 || System.nanoTime() - lastLine > LONGEST_SILENCE) {
                    progress.say(what + ": " + i + " of " + made.size());
                    lastLine = System.nanoTime();
                }
                result(made.get(i));
            }
        }

        private static void result(Future<?> made) {
            try {
                made.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HarnessException("interrupted while the site was written");
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            }
        }
    }
}
