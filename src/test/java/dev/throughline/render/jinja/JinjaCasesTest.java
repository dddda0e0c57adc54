package dev.throughline.render.jinja;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Small templates of our own, and what Python's jinja2 3.1.6 rendered or raised for each in the settings of chat
/// templates.
class JinjaCasesTest {
    private static final JsonNode FILE = file();

    static Stream<Arguments> cases() {
        return StreamSupport.stream(FILE.get("cases").spliterator(), false)
                .map(each -> Arguments.of(each.get("template").textValue(), each));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void rendersAsPythonDoes(String template, JsonNode expected) {
        if (expected.has("text")) {
            assertThat(TestRenderer.render(template, FILE.get("context")).value())
                    .isEqualTo(expected.get("text").textValue());
            return;
        }
        TemplateException raised =
                catchThrowableOfType(TemplateException.class, () -> TestRenderer.render(template, FILE.get("context")));
        assertThat(raised)
                .as("an error of class %s", expected.get("error").textValue())
                .isNotNull();
        assertThat(raised.error().className()).isEqualTo(expected.get("error").textValue());
    }

    private static JsonNode file() {
        try (InputStream in = JinjaCasesTest.class.getResourceAsStream("/render/jinja-cases.json")) {
            return TestRenderer.json(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
