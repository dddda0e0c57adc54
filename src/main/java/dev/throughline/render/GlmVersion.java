package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import dev.throughline.text.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A GLM version and the traits in which its prompt differs from that of the others. A single template, `glm.jinja`,
/// reads them; its first lines explain each. Source: the chat templates published with the models, by their behavior.
///
/// @param name as in `glm-4.7`; `glm-5.1-r1` is the first revision of the template of 5.1
public record GlmVersion(String name, JsonNode traits) {
    /// All known versions, oldest first.
    public static final List<GlmVersion> ALL = read();

    private static final String SOURCE = Resources.text("dev/throughline/render/glm/glm.jinja");

    /// The version of this name.
    public static Optional<GlmVersion> find(String name) {
        return ALL.stream().filter(version -> version.name.equals(name)).findFirst();
    }

    /// The text of the version's template. The traits are a literal of Jinja as well as of JSON.
    public String template() {
        return "{%- set glm = " + traits + " -%}\n" + SOURCE;
    }

    /// Whether the prompt for an answer ends after an empty reasoning, so that the model writes none.
    /// @param options of the template (`chat_template_kwargs`); `enable_thinking` is interpreted by Jinja's rules
    public boolean closesReasoning(JsonNode options) {
        JsonNode enabled = options.path("enable_thinking");
        return !enabled.isMissingNode()
                && !isTrue(enabled)
                && !traits.path("always_thinks").asBoolean();
    }

    private static boolean isTrue(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> value.booleanValue();
            case NUMBER -> value.decimalValue().signum() != 0;
            case STRING -> !value.textValue().isEmpty();
            case ARRAY, OBJECT -> !value.isEmpty();
            case NULL, MISSING -> false;
            case BINARY, POJO -> true;
        };
    }

    private static List<GlmVersion> read() {
        List<GlmVersion> found = new ArrayList<>();
        Json.constant(Resources.text("dev/throughline/render/glm/versions.json"))
                .properties()
                .forEach(member -> found.add(new GlmVersion(member.getKey(), member.getValue())));
        return List.copyOf(found);
    }
}
