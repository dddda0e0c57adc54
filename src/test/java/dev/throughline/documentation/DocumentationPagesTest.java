package dev.throughline.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentationPagesTest {
    private static final int LONGEST_README = 9_000;
    private static final Set<String> TESTS = tests();
    private static final Path MAIN = Path.of("src/main/java/dev/throughline");
    private static final Path TESTS_OF_MAIN = Path.of("src/test/java/dev/throughline");
    private static final Path SITE = Path.of("src/site/markdown");
    private static final Path IMAGES = Path.of("src/site/resources/images");

    static List<MarkdownPage> pages() {
        return MarkdownPage.all();
    }

    static List<Path> images() throws IOException {
        try (Stream<Path> files = Files.list(IMAGES)) {
            return files.filter(file -> file.toString().endsWith(".svg"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadToFilesAndHeadings(MarkdownPage page) {
        Set<String> broken = page.links().stream()
                .filter(link -> !isWhole(page, link))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(broken).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsCanBePastedAsTheyAre(MarkdownPage page) {
        assertThat(page.code("console")).as("blocks with prompts").isEmpty();
        assertThat(page.code("sh")).noneMatch(line -> line.startsWith("$ ") || line.startsWith("# "));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void testsAndFilesThatAreNamedExist(MarkdownPage page) {
        Set<String> missing = page.code().stream()
                .filter(code -> code.matches("[A-Z][A-Za-z0-9]+(Test|IT)") && !TESTS.contains(code)
                        || code.matches("(src|db|k8s|\\.ci|\\.github)/[A-Za-z0-9_./-]+")
                                && !Files.exists(Path.of(code)))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(missing).isEmpty();
    }

    @Test
    void theTablesForContributorsNameFilesAndPackagesThatExist() {
        Set<String> missing = MarkdownPage.at(Path.of(".github/CONTRIBUTING.md")).code().stream()
                .filter(code -> code.matches("(?!src/|target/)[a-z]+(/[A-Za-z]+)+(\\.java)?"))
                .filter(code -> Stream.of(MAIN.resolve(code), TESTS_OF_MAIN.resolve(code), SITE.resolve(code + ".md"))
                        .noneMatch(Files::exists))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(missing).isEmpty();
    }

    @Test
    void theMapOfTheArchitectureHasEveryPackage() throws IOException {
        Set<String> mapped = new TreeSet<>();
        for (MarkdownPage.Row row : MarkdownPage.site("architecture").rows("`")) {
            String top = row.code(0).getFirst();
            if (Files.isDirectory(MAIN.resolve(top))) {
                mapped.add(top);
                row.code(2).forEach(sub -> mapped.add(top + "." + sub));
            }
        }
        try (Stream<Path> files = Files.walk(MAIN)) {
            assertThat(mapped)
                    .isEqualTo(files.filter(file -> file.endsWith("package-info.java"))
                            .map(file ->
                                    MAIN.relativize(file.getParent()).toString().replace('/', '.'))
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void theReadmeIsALandingPage() throws IOException {
        assertThat(Files.readString(Path.of("README.md")).length()).isLessThanOrEqualTo(LONGEST_README);
    }

    @Test
    void theIndexLinksEveryPage() {
        MarkdownPage index = MarkdownPage.site("index");
        Path folder = index.path().resolveSibling("");
        Set<String> pages = pages().stream()
                .map(MarkdownPage::path)
                .filter(path -> path.startsWith(folder))
                .map(path -> folder.relativize(path).toString())
                .filter(path -> !path.equals("index.md"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(new TreeSet<>(index.links())).isEqualTo(pages);
    }

    @ParameterizedTest
    @MethodSource("images")
    void drawingsHoldNoScriptAndLoadNothing(Path image) throws Exception {
        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(image.toFile());

        assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg.getElementsByTagName("script").getLength()).isZero();
        assertThat(Files.readString(image)).doesNotContain("href", "url(", "@import", "onload");
    }

    private static Set<String> tests() {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isWhole(MarkdownPage page, String link) {
        // Of the forge's own pages, such as the badge of a workflow.
        if (link.startsWith("../../actions/")) {
            return true;
        }
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target =
                file.isEmpty() ? page.path() : page.path().resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || MarkdownPage.at(target).anchors().contains(link.substring(hash + 1));
    }
}
