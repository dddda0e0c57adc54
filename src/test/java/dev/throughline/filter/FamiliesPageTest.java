package dev.throughline.filter;

import dev.throughline.filter.Family.Form;
import dev.throughline.filter.Family.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The published table has each shipped family as its record says; that they are read so, `FamilyCasesTest` shows.
class FamiliesPageTest {
    private static final Set<Style> JSON = EnumSet.of(Style.JSON, Style.NAMED, Style.KEYED);

    @Test
    void thePageHasARowForEachFamily() throws IOException {
        String page = Files.readString(Path.of("src/site/markdown/reference/families.md"));
        String rows = page.lines().filter(line -> line.startsWith("| `")).collect(Collectors.joining("\n"));

        assertThat(rows)
                .isEqualTo(Families.SHIPPED.ids().stream()
                        .map(id -> row(Families.SHIPPED.withId(id).orElseThrow().family()))
                        .collect(Collectors.joining("\n")));
    }

    private static String row(Family family) {
        return "| `%s` | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        family.id(),
                        family.reasoning().stream()
                                .map(pair -> code(pair.open().getFirst()) + " "
                                        + code(pair.close().getFirst()))
                                .collect(Collectors.joining("; ")),
                        family.opened() ? "yes" : "",
                        family.calls().stream()
                                .map(FamiliesPageTest::style)
                                .distinct()
                                .collect(Collectors.joining(", ")),
                        arrival(family),
                        family.special() ? "yes" : "",
                        family.names().stream().map(FamiliesPageTest::code).collect(Collectors.joining(", ")));
    }

    private static String arrival(Family family) {
        boolean isJson = family.calls().stream().map(Form::style).allMatch(JSON::contains);
        return family.calls().isEmpty() ? "" : isJson ? "all as they come" : "strings as they come";
    }

    private static String style(Form form) {
        return switch (form.style()) {
            case JSON -> "JSON";
            case NAMED -> "name, then JSON";
            case KEYED -> "JSON, keyed by name";
            case TAGGED -> "tags";
            case PAIRED -> "paired tags";
            case NESTED -> "nested tags";
            case GEMMA -> "Gemma's notation";
            case PYTHON -> "Python";
        };
    }

    private static String code(String marker) {
        return "`" + marker.replace("|", "\\|") + "`";
    }
}
