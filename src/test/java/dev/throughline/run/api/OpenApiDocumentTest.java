package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The document that the tests' client is generated from, before the service is compiled, is the one that is served.
@QuarkusTest
class OpenApiDocumentTest {
    private static final Path STORED = Path.of("src/test/openapi/throughline.json");
    private static final ObjectMapper SORTED =
            new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

    @Test
    void clientsAreGeneratedFromTheDocumentThatIsServed() throws IOException {
        ObjectNode served = (ObjectNode)
                TestHttpClient.underTest().get("/openapi?format=json").json();
        strip(served);
        if (Boolean.getBoolean("openapi.store")) {
            store(served);
        }

        JsonNode stored = SORTED.readTree(Files.readString(STORED));
        assertThat(stored.equals(served))
                .as("the API has changed: ./mvnw test -Dtest=OpenApiDocumentTest -Dopenapi.store=true writes it to "
                        + STORED + ", to be looked at and committed")
                .isTrue();
    }

    /// Removes examples: no client is generated from them.
    private static void strip(ObjectNode document) {
        document.findParents("example").forEach(parent -> ((ObjectNode) parent).remove("example"));
        document.findParents("examples").forEach(parent -> ((ObjectNode) parent).remove("examples"));
    }

    private static void store(JsonNode document) throws IOException {
        Object sortable = SORTED.treeToValue(document, Object.class);
        Files.writeString(
                STORED, SORTED.writerWithDefaultPrettyPrinter().writeValueAsString(sortable) + System.lineSeparator());
    }
}
