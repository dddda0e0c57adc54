package dev.throughline.render.jinja;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

/// Real templates, from a file that the property `throughline.render.cases` names:
/// `{"templates": {NAME: TEXT}, "cases": [{"template", "id", "ctx", "now", "ok" or "err"}]}`.
@EnabledIfSystemProperty(
        named = "throughline.render.cases",
        matches = ".+",
        disabledReason = "no file of real templates was named (-Dthroughline.render.cases=FILE)")
class EngineFileTest {
    @Test
    void rendersEveryCaseOfTheFile() throws IOException {
        JsonNode file = TestRenderer.json(Files.readString(Path.of(System.getProperty("throughline.render.cases"))));
        List<String> wrong = new ArrayList<>();
        for (JsonNode each : file.get("cases")) {
            String found = outcome(
                    file.get("templates").get(each.get("template").textValue()).textValue(), each);
            String expected = each.has("ok")
                    ? each.get("ok").textValue()
                    : each.get("err").textValue().replaceFirst(":.*(?s:.*)", "");
            if (!found.equals(expected)) {
                wrong.add(each.get("id").textValue());
            }
        }

        assertThat(wrong).isEmpty();
    }

    private static String outcome(String template, JsonNode each) {
        try {
            LocalDateTime now = LocalDateTime.parse(each.get("now").textValue());
            return TestRenderer.rendered(template, each.get("ctx"), now).text().value();
        } catch (TemplateException e) {
            return e.error().className();
        }
    }
}
