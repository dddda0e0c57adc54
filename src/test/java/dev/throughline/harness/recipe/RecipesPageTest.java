package dev.throughline.harness.recipe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.documentation.MarkdownPage;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of recipes has what their schema and the program have.
class RecipesPageTest {
    private static final MarkdownPage PAGE = MarkdownPage.site("reference/recipes");
    private static final JsonNode SCHEMA = schema();

    @Test
    void listsEveryFieldOfTheSchema() {
        List<String> fields = new ArrayList<>();
        collect(SCHEMA, "", fields);
        collect(SCHEMA.at("/$defs/when"), "when.", fields);

        assertThat(PAGE.section("## Fields").stream().filter(line -> line.startsWith("| `")))
                .containsExactlyElementsOf(fields);
    }

    @Test
    void listsEveryPlaceholder() {
        List<String> written = new ArrayList<>();
        PAGE.section("## Placeholders").stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("\\|")[1])
                .forEach(cell -> {
                    for (String name : cell.split(",")) {
                        written.add(name.strip().replace("`", ""));
                    }
                });

        assertThat(written).containsExactlyInAnyOrderElementsOf(Placeholders.GENERAL);
    }

    private static void collect(JsonNode object, String path, List<String> fields) {
        object.path("properties").properties().forEach(field -> {
            JsonNode kind = resolved(field.getValue());
            String meaning = field.getValue()
                    .path("description")
                    .asText(kind.path("description").asText());
            boolean isRequired = object.path("required")
                    .valueStream()
                    .anyMatch(name -> name.asText().equals(field.getKey()));
            assertThat(meaning).as(path + field.getKey()).isNotEmpty();
            fields.add("| `" + path + field.getKey() + "` | " + (isRequired ? "×" : "") + " | " + meaning + " |");
            if (!field.getKey().equals("when")) {
                nested(kind, path + field.getKey(), fields);
            }
        });
    }

    private static void nested(JsonNode kind, String path, List<String> fields) {
        if (kind.path("type").asText().equals("array")) {
            JsonNode items = resolved(kind.path("items"));
            collect(items, path + "[].", fields);
            if (!items.has("properties")) {
                items.path("oneOf").forEach(choice -> collect(choice, path + "[].", fields));
            }
        } else {
            collect(kind, path + ".", fields);
        }
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? SCHEMA.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static JsonNode schema() {
        try {
            return Json.TREES.readTree(RecipeCatalog.schema());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
