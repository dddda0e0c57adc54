package dev.throughline.render.jinja;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.render.jinja.JinjaTemplate.RenderedText;
import java.time.LocalDateTime;

/// Renders templates at one moment, with the default limits.
public final class TestRenderer {
    static final LocalDateTime NOON = LocalDateTime.of(2025, 7, 10, 12, 0);

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private TestRenderer() {}

    public static TextValue render(String template, String context) {
        return render(template, json(context));
    }

    public static TextValue render(String template, JsonNode context) {
        return rendered(template, context, NOON).text();
    }

    static RenderedText rendered(String template, JsonNode context, LocalDateTime now) {
        return JinjaTemplate.parse(template).render(JsonContext.variables(context), now, TemplateLimits.DEFAULT);
    }

    public static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
