package dev.throughline.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A page of the documentation, read as far as tests need it.
///
/// @param path where it is, from the top of the project
/// @param lines its lines
public record MarkdownPage(Path path, List<String> lines) {
    private static final Path SITE = Path.of("src/site/markdown");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern CELL_BORDER = Pattern.compile("(?<!\\\\)\\|");

    /// A row of a table: its cells, without the header and the rule under it.
    public record Row(List<String> cells) {
        /// The texts between backticks of a cell, in order.
        public List<String> code(int cell) {
            return CODE.matcher(cells.get(cell))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }
    }

    /// A page of the site, such as `reference/settings`.
    public static MarkdownPage site(String name) {
        return at(SITE.resolve(name + ".md"));
    }

    static MarkdownPage at(Path path) {
        try {
            return new MarkdownPage(path, Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The README, the pages of the site and those for contributors.
    public static List<MarkdownPage> all() {
        try (Stream<Path> site = Files.walk(SITE);
                Stream<Path> github = Files.walk(Path.of(".github"))) {
            return Stream.of(Stream.of(Path.of("README.md")), site, github)
                    .flatMap(paths -> paths)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .map(MarkdownPage::at)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The rows of all tables whose first cell begins with this text.
    public List<Row> rows(String beginning) {
        return lines.stream()
                .filter(line -> line.startsWith("| " + beginning))
                .map(line -> CELL_BORDER.split(line.substring(1, line.length() - 1), -1))
                .map(cells -> new Row(Arrays.stream(cells).map(String::strip).toList()))
                .toList();
    }

    /// The lines below a heading, up to the next heading of any level.
    public List<String> section(String heading) {
        int start = lines.indexOf(heading);
        if (start < 0) {
            return List.of();
        }
        return lines.subList(start + 1, lines.size()).stream()
                .takeWhile(line -> !line.startsWith("#"))
                .toList();
    }

    /// The targets of its links and pictures that are no URLs.
    List<String> links() {
        return lines.stream()
                .flatMap(line -> LINK.matcher(line).results().map(found -> found.group(1)))
                .filter(target -> !target.contains(":"))
                .toList();
    }

    /// The texts between backticks.
    Set<String> code() {
        return lines.stream()
                .flatMap(line -> CODE.matcher(line).results().map(found -> found.group(1)))
                .collect(Collectors.toSet());
    }

    /// The anchors that its headings make.
    Set<String> anchors() {
        return lines.stream()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(text -> text.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /// The lines of its blocks of code in a language.
    public List<String> code(String language) {
        List<String> code = new ArrayList<>();
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(String.join("\n", lines));
        while (block.find()) {
            block.group(1).lines().forEach(code::add);
        }
        return code;
    }
}
