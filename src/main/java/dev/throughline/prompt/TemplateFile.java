package dev.throughline.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.render.ChatTemplate;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Reads a chat template from a file: the template itself, or a `tokenizer_config.json` that holds one.
public final class TemplateFile {
    private static final long LARGEST = 16L * 1024 * 1024;
    private static final String TEMPLATE = "chat_template";

    private TemplateFile() {}

    /// @throws IOException in words for a person, if the file cannot be read or holds no template
    /// @throws dev.throughline.render.jinja.TemplateException if the template cannot be parsed
    public static ChatTemplate read(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is larger than " + LARGEST + " bytes; a chat template was expected.");
        }
        String text = text(file);
        return file.getFileName().toString().endsWith(".json")
                ? ofTokenizerConfig(file, text)
                : ChatTemplate.parse(text);
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not UTF-8; a chat template was expected.", e);
        }
    }

    private static ChatTemplate ofTokenizerConfig(Path file, String text) throws IOException {
        JsonNode config = json(file, text);
        JsonNode template = config.path(TEMPLATE);
        JsonNode chosen = template.isArray() ? namedDefault(template) : template;
        if (!chosen.isTextual()) {
            throw new IOException(file + " has no chat_template; it may be in a chat_template.jinja beside it.");
        }
        Map<String, String> specialTokens = new HashMap<>();
        config.properties().forEach(member -> {
            JsonNode value = member.getValue();
            JsonNode content = value.isObject() ? value.path("content") : value;
            if (member.getKey().endsWith("_token") && content.isTextual()) {
                specialTokens.put(member.getKey(), content.textValue());
            }
        });
        return ChatTemplate.parse(chosen.textValue(), specialTokens);
    }

    /// Of several templates, the one named `default`.
    private static JsonNode namedDefault(JsonNode templates) {
        for (JsonNode each : templates) {
            if (each.path("name").asText().equals("default")) {
                return each.path("template");
            }
        }
        return templates.path(0).path("template");
    }

    private static JsonNode json(Path file, String text) throws IOException {
        try {
            return new JsonMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IOException(
                    "%s is not JSON: %s at line %d."
                            .formatted(
                                    file,
                                    e.getOriginalMessage(),
                                    e.getLocation() == null
                                            ? 0
                                            : e.getLocation().getLineNr()),
                    e);
        }
    }
}
