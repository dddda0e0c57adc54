package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.filter.Family.Form;
import dev.throughline.filter.Family.Style;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The published table has each shipped family as its record says, and how arguments arrive as a case of it shows; that
/// they are read so, `FamilyCasesTest` shows.
class FamiliesPageTest {
    private static final String LONG = "the sea is wide, ".repeat(16);
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
        if (family.calls().isEmpty()) {
            return "";
        }
        boolean isJson = family.calls().stream().map(Form::style).allMatch(JSON::contains);
        return !streams(family) ? "each at its end" : isJson ? "all as they come" : "strings as they come";
    }

    /// Whether a long string in the call of a case leaves while it is still being read.
    private static boolean streams(Family family) {
        List<Boolean> found = FamilyCasesTest.all()
                .filter(given -> FamilyCasesTest.family(given).family().equals(family))
                .flatMap(given -> strings(given).map(value -> streams(given, value)))
                .toList();
        assertThat(found).as("cases of " + family.id() + " with a string").isNotEmpty();
        return found.contains(true);
    }

    /// The strings in the first call of a case that are written as they are.
    private static Stream<String> strings(FilterCase given) {
        return StreamSupport.stream(given.json().at("/expect/calls/0/1").spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(value -> !value.isEmpty() && text(given).contains(value));
    }

    private static String text(FilterCase given) {
        return StreamSupport.stream(given.json().path("in").spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .collect(Collectors.joining());
    }

    private static boolean streams(FilterCase given, String value) {
        StringBuilder arguments = new StringBuilder();
        var filter = new FamilyFilter(given.settings(), FamilyCasesTest.family(given));
        String before = text(given).substring(0, text(given).indexOf(value));
        (before + LONG + LONG)
                .chars()
                .forEach(unit -> filter.on(new TextDelta(Character.toString(unit)), event -> {
                    if (event instanceof ToolCallArgs(int _, String fragment)) {
                        arguments.append(fragment);
                    }
                }));
        return arguments.indexOf(LONG) >= 0;
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
