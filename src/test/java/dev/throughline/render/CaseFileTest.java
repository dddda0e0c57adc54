package dev.throughline.render;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.TemplateException;
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
/// `{"templates": {NAME: TEXT}, "contexts": {NAME: CONTEXT}, "cases": [{"kind", "template", "id", "context" or "ctx",
/// "now", "ok" or "err"}]}`. A template is a text, a name, or `{"ref": NAME}`; of kind `chat` and `continue` the
/// context is a chat request, otherwise it is used as it is.
@EnabledIfSystemProperty(
        named = "throughline.render.cases",
        matches = ".+",
        disabledReason = "no file of real templates was named (-Dthroughline.render.cases=FILE)")
class CaseFileTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    @Test
    void rendersEveryCaseOfTheFile() throws IOException {
        JsonNode file = JSON.readTree(Files.readString(Path.of(System.getProperty("throughline.render.cases"))));
        List<String> wrong = new ArrayList<>();
        for (JsonNode each : file.get("cases")) {
            String expected = each.has("ok")
                    ? each.get("ok").textValue()
                    : each.get("err").textValue().replaceFirst(":.*(?s:.*)", "");
            if (!outcome(file, each).equals(expected)) {
                wrong.add(each.get("id").textValue());
            }
        }

        assertThat(wrong).isEmpty();
    }

    private static String outcome(JsonNode file, JsonNode each) {
        JsonNode named = each.get("template");
        String name = named.isTextual() ? named.textValue() : named.get("ref").textValue();
        String template = file.path("templates").path(name).asText(name);
        JsonNode given = each.has("ctx") ? each.get("ctx") : each.get("context");
        ObjectNode context = (given.isTextual() ? file.get("contexts").get(given.textValue()) : given).deepCopy();
        try {
            ChatInput input = switch (each.path("kind").asText()) {
                case "chat" -> ChatInput.of(context, ChatForm.TRANSFORMERS);
                case "continue" -> ChatInput.of(context.put("continue_final_message", true), ChatForm.TRANSFORMERS);
                default -> ChatInput.raw(context);
            };
            return ChatTemplate.parse(template)
                    .render(input, LocalDateTime.parse(each.get("now").textValue()))
                    .text();
        } catch (TemplateException e) {
            return e.error().className();
        }
    }
}
