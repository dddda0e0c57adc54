package dev.throughline.render;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.settings.ModelFamily;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// `glm-prompts.json` holds conversations of ours and what the published template of each version makes of them, as
/// Python's jinja2 3.1.6 rendered it.
class GlmVersionTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();
    private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 10, 12, 0);

    static Stream<Arguments> prompts() throws IOException {
        try (InputStream in = GlmVersionTest.class.getResourceAsStream("/render/glm-prompts.json")) {
            List<Arguments> found = new ArrayList<>();
            for (JsonNode each : JSON.readTree(in).get("cases")) {
                for (JsonNode prompt : each.get("prompts")) {
                    for (JsonNode version : prompt.get("versions")) {
                        found.add(Arguments.of(
                                version.textValue(),
                                each.get("name").textValue(),
                                each.get("context"),
                                prompt.get("text").textValue()));
                    }
                }
            }
            return found.stream();
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("prompts")
    void rendersWhatThePublishedTemplateRenders(String version, String name, ObjectNode context, String expected) {
        Rendering rendering = template(version).render(context, NOON);

        assertThat(rendering.text()).as(name).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("prompts")
    void everyCharacterBelongsToOneSpan(String version, String name, ObjectNode context, String expected) {
        Rendering rendering = template(version).render(context, NOON);

        int at = 0;
        for (PromptSpan span : rendering.spans()) {
            assertThat(span.from()).as(name).isEqualTo(at);
            at = span.to();
        }
        assertThat(at).isEqualTo(expected.length());
    }

    @Test
    void everyVersionHasConversations() throws IOException {
        assertThat(prompts().map(each -> each.get()[0]).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        GlmVersion.ALL.stream().map(GlmVersion::name).toList());
    }

    static Stream<Arguments> switches() {
        return GlmVersion.ALL.stream()
                .flatMap(version -> Stream.of("{}", "true", "false", "null", "0", "1", "''", "'no'", "[]")
                        .map(value -> Arguments.of(version, value)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("switches")
    void knowsWhatThePromptForAnAnswerEndsWith(GlmVersion version, String value) throws IOException {
        String options = value.equals("{}") ? "{}" : "{'enable_thinking': " + value + "}";
        ObjectNode context = (ObjectNode) JSON.readTree(options.replace('\'', '"'));
        boolean closes = version.closesReasoning(context);
        context.put("add_generation_prompt", true)
                .putArray("messages")
                .addObject()
                .put("role", "user")
                .put("content", "Hi");

        String prompt = template(version.name()).render(context, NOON).text();

        boolean opens = ModelFamily.AUTO.prefillsReasoning(version.name()) && !closes;
        assertThat(prompt.endsWith("<think>")).isEqualTo(opens);
        assertThat(prompt.endsWith("</think>")).isEqualTo(closes);
    }

    @Test
    void knowsWhichOptionsAVersionReads() {
        assertThat(template("glm-4.5").options())
                .containsExactlyInAnyOrder(
                        "add_generation_prompt",
                        "clear_thinking",
                        "enable_thinking",
                        "messages",
                        "reasoning_effort",
                        "tools");
    }

    /// Real templates, from the file that the property names; see `EngineFileTest`.
    @Test
    @EnabledIfSystemProperty(
            named = "throughline.render.cases",
            matches = ".+",
            disabledReason = "no file of real templates was named (-Dthroughline.render.cases=FILE)")
    void rendersEveryGlmCaseOfTheFile() throws IOException {
        JsonNode file = JSON.readTree(
                Path.of(System.getProperty("throughline.render.cases")).toFile());
        Map<String, String> versions = Map.of("glm:glm-5.3-flash", "glm-5.3", "hfjs:zai-org/GLM-5.1", "glm-5.1");
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (JsonNode each : file.get("cases")) {
            String name = each.get("template").textValue();
            String version = versions.getOrDefault(name, name.replace("glm:", ""));
            if (GlmVersion.find(version).isPresent()) {
                tried++;
                LocalDateTime now = LocalDateTime.parse(each.get("now").textValue());
                String found = template(version)
                        .render((ObjectNode) each.get("ctx"), now)
                        .text();
                if (!found.equals(each.get("ok").textValue())) {
                    wrong.add(each.get("id").textValue());
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(tried).isGreaterThan(1_000);
    }

    private static ChatTemplate template(String version) {
        return ChatTemplate.parse(GlmVersion.find(version).orElseThrow().template());
    }
}
