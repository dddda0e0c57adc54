package dev.throughline.documentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of HTTP requests has those of the OpenAPI description, which another test compares with the service.
class HttpReferenceTest {
    private static final Path DESCRIPTION = Path.of("src/test/openapi/throughline.json");
    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");

    @Test
    void namesEveryRequestOnce() throws IOException {
        Set<String> written = new TreeSet<>();
        for (String method : METHODS) {
            MarkdownPage.site("reference/http").rows("`" + method.toUpperCase(Locale.ROOT) + " /").stream()
                    .map(row -> row.code(0).getFirst())
                    .forEach(written::add);
        }

        assertThat(written).isEqualTo(described());
    }

    private static Set<String> described() throws IOException {
        Set<String> described = new TreeSet<>();
        JsonNode paths = new JsonMapper().readTree(DESCRIPTION.toFile()).path("paths");
        paths.properties()
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                    if (METHODS.contains(method)) {
                        described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));
        return described;
    }
}
