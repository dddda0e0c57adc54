package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.store.TestClaims;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.SyntheticPostgres;
import dev.throughline.testing.SyntheticRuns;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The matrix with hundreds of clients: small pages that together show everything once.
@Expensive(71)
@QuarkusTest
@TestProfile(MatrixPagingIT.ManyClients.class)
class MatrixPagingIT {
    private static final int CLIENTS = 200;
    private static final int MOST_BYTES = 100_000;
    private static final Pattern ROW = Pattern.compile("<th scope=\"row\"><a [^>]*><bdi>([^<]+)</bdi></a>");
    private static final Pattern HEADING = Pattern.compile("<h2 id=\"([^\"]+)\"");
    private static final Pattern CELL = Pattern.compile("/matrix/cells/([0-9a-f]+)");
    private static final Pattern REPORT =
            Pattern.compile("<th scope=\"row\"><bdi>(synthetic-\\d+)</bdi></th><td data-label=\"Capability\">");

    /// A separate database.
    public static final class ManyClients implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(
                    SyntheticPostgres.class, Map.of(SyntheticPostgres.CLIENTS, String.valueOf(CLIENTS))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/matrix?dialect=anthropic",
                "/matrix?policy=interleaved",
                "/matrix?countTraffic=true",
                "/matrix?latest=true",
                "/matrix?latest=true&capability=THINK",
                "/matrix?client=synthetic-07",
                "/matrix?product=llama.cpp&latest=true&dialect=responses"
            })
    void everyPageAndItsStyleSheetAreSmall(String path) {
        int styles = styles();

        List<String> pages = LinkedPages.first(path, 6);

        assertThat(pages).hasSizeGreaterThan(1).allSatisfy(page -> assertIsSmall(page, styles));
    }

    private static void assertIsSmall(String page, int styles) {
        assertThat(page.getBytes(StandardCharsets.UTF_8).length + styles).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    void theOverviewShowsEveryClientOnOnePageBeforeModelServersAndReports() {
        TestClaims.install(names().stream().map(MatrixPagingIT::claim).toArray(Claim[]::new));
        List<String> pages = LinkedPages.from("/matrix");
        List<String> clients = new ArrayList<>();
        pages.forEach(page -> clients.addAll(new TreeSet<>(found(ROW, page))));

        assertThat(clients)
                .filteredOn(name -> name.startsWith("synthetic"))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(names());
        assertThat(clients).contains("llama.cpp");
        assertThat(pages.getFirst()).contains("synthetic-00").doesNotContain("Model servers by themselves");
        assertThat(pages.stream().flatMap(page -> found(REPORT, page).stream()))
                .containsExactlyInAnyOrderElementsOf(names());
        assertThat(found(HEADING, pages.getLast())).contains("reported");
        int styles = styles();
        assertThat(pages).allSatisfy(page -> assertIsSmall(page, styles));
    }

    @Test
    void theFilterStaysInTheLinks() {
        assertThat(LinkedPages.first("/matrix?dialect=anthropic", 6))
                .allSatisfy(page -> assertThat(page).doesNotContain("<td data-label=\"Dialect\">openai-chat"));
    }

    @Test
    void theListShowsEveryCellOfAProductOnce() {
        JsonNode cells = PageClient.json("/api/v1/matrix?client=synthetic-07&limit=500", "application/json")
                .path("cells");
        List<String> expected = new ArrayList<>();
        cells.forEach(cell -> expected.add(cell.path("id").asText()));

        List<String> tables = LinkedPages.from("/matrix?client=synthetic-07").stream()
                .map(page -> page.substring(page.indexOf("<p class=\"check\">")))
                .toList();

        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(tables.stream().flatMap(page -> found(CELL, page).stream()))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Claim claim(String client) {
        return new Claim(
                "made-" + client,
                client,
                Optional.empty(),
                Capability.THINK,
                Optional.of(Status.BROKEN),
                "It was lost.",
                "nobody",
                LocalDate.of(2026, 1, 24));
    }

    private static int styles() {
        return PageClient.page("/assets/throughline.css").body().getBytes(StandardCharsets.UTF_8).length;
    }

    private static Set<String> names() {
        return IntStream.range(0, CLIENTS).mapToObj(SyntheticRuns::client).collect(Collectors.toSet());
    }

    private static List<String> found(Pattern pattern, String page) {
        return pattern.matcher(page).results().map(match -> match.group(1)).toList();
    }
}
