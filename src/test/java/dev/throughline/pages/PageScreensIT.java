package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.throughline.pages.PageScreens.Screen;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The table of screens against the program.
@QuarkusTest
class PageScreensIT {
    private static final int MOST_BYTES = 100_000;

    @Test
    void everyPageOfTheProgramIsAScreen() {
        List<String> paths = PageScreens.all().stream()
                .map(screen -> screen.path().split("\\?")[0])
                .toList();

        List<String> templates = pages();

        assertThat(templates).hasSizeGreaterThan(8);
        assertThat(templates)
                .filteredOn(template -> paths.stream().noneMatch(path -> path.matches(pattern(template))))
                .as("pages that no check opens")
                .isEmpty();
    }

    @Test
    void everyHtmlFileOfTheApiIsADocument() throws IOException {
        List<String> paths = PageScreens.documents().stream()
                .map(screen -> screen.path().split("\\?")[0])
                .toList();

        List<String> templates = new ArrayList<>();
        JsonNode api = PageClient.JSON.readTree(new File("src/test/openapi/throughline.json"));
        api.path("paths").properties().forEach(path -> {
            if (path.getValue().path("get").path("responses").toString().contains("\"text/html")) {
                templates.add(path.getKey());
            }
        });

        assertThat(templates).hasSizeGreaterThan(2);
        assertThat(templates)
                .filteredOn(
                        template -> paths.stream().noneMatch(path -> path.matches("(/r/[^/]+)?" + pattern(template))))
                .as("HTML that no check opens")
                .isEmpty();
        assertThat(PageScreens.documents())
                .allSatisfy(screen -> assertThat(PageClient.page(screen.path()))
                        .satisfies(page -> assertThat(page.statusCode()).isEqualTo(200))
                        .satisfies(page -> assertThat(page.headers().firstValue("content-type"))
                                .hasValueSatisfying(type -> assertThat(type).startsWith("text/html"))));
    }

    @Test
    void everyScreenAndItsStyleSheetAreSmall() {
        int styles = PageClient.page("/assets/throughline.css").body().length();
        var bytes = new TreeMap<String, Integer>();

        for (Screen screen : PageScreens.all()) {
            HttpResponse<String> page = PageClient.page(screen.path());
            assertThat(page.statusCode()).as(screen.name()).isEqualTo(screen.status());
            assertThat(page.body().split("rel=\"stylesheet\"", -1))
                    .as(screen.name())
                    .hasSize(2);
            bytes.put(screen.name(), page.body().getBytes().length + styles);
        }

        assertThat(bytes).allSatisfy((_, size) -> assertThat(size).isLessThanOrEqualTo(MOST_BYTES));
    }

    @Test
    void theListsOfTheMatrixHaveRows() {
        assertThat(PageScreens.all())
                .filteredOn(screen -> screen.path().startsWith("/matrix?"))
                .hasSizeGreaterThan(1)
                .allSatisfy(screen -> assertThat(PageClient.page(screen.path()).body())
                        .as(screen.name())
                        .contains("<td data-label=", "/matrix/cells/"));
    }

    /// The paths of all methods that answer GET with HTML.
    private static List<String> pages() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.throughline.pages").stream()
                        .flatMap(type -> type.getMethods().stream())
                        .filter(PageScreensIT::isPage)
                        .map(method -> path(method.getOwner()) + path(method))
                        .map(path -> path.replaceAll("/+", "/"))
                        .distinct()
                        .sorted()
                        .toList();
    }

    private static boolean isPage(JavaMethod method) {
        boolean isStream = method.tryGetAnnotationOfType(Produces.class)
                .map(types -> List.of(types.value()).contains(MediaType.SERVER_SENT_EVENTS))
                .orElse(false);
        return method.isAnnotatedWith(GET.class) && !isStream;
    }

    private static String path(JavaClass type) {
        return type.tryGetAnnotationOfType(Path.class).map(Path::value).orElse("");
    }

    private static String path(JavaMethod method) {
        return method.tryGetAnnotationOfType(Path.class)
                .map(path -> "/" + path.value())
                .orElse("");
    }

    private static String pattern(String template) {
        return template.replaceAll("/$", "")
                        .replaceAll("\\{[^}]*: (\\.\\+)}", "$1")
                        .replaceAll("\\{[^}]*}", "[^/]+") + "/?";
    }
}
