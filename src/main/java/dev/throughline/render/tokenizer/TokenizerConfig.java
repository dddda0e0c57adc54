package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The templates and special tokens in a `tokenizer_config.json`.
///
/// @param chatTemplate the template, of several the one named `default`
/// @param namedTemplates all templates where the file has a list of them
public record TokenizerConfig(
        Optional<String> chatTemplate, Map<String, String> namedTemplates, SpecialTokens specialTokens) {
    public TokenizerConfig {
        namedTemplates = Map.copyOf(namedTemplates);
    }

    /// @throws TokenizerFormatException naming the pointer of what has not the expected form
    public static TokenizerConfig read(JsonNode config) {
        if (!config.isObject()) {
            throw new TokenizerFormatException("", "expected a tokenizer_config.json: a JSON object");
        }
        JsonNode template = config.path("chat_template");
        Map<String, String> named = named(template);
        Optional<String> chosen =
                template.isTextual() ? Optional.of(template.textValue()) : Optional.ofNullable(named.get("default"));
        SpecialTokens tokens = new SpecialTokens(
                token(config, "bos_token"),
                token(config, "eos_token"),
                token(config, "unk_token"),
                token(config, "pad_token"));
        return new TokenizerConfig(chosen, named, tokens);
    }

    private static Map<String, String> named(JsonNode templates) {
        Map<String, String> found = new LinkedHashMap<>();
        if (templates.isMissingNode() || templates.isNull() || templates.isTextual()) {
            return found;
        }
        for (int index = 0; index < templates.size(); index++) {
            JsonNode each = templates.path(index);
            if (!each.path("name").isTextual() || !each.path("template").isTextual()) {
                throw new TokenizerFormatException("/chat_template/" + index, "expected a name and a template");
            }
            found.put(each.path("name").textValue(), each.path("template").textValue());
        }
        if (!templates.isArray()) {
            throw new TokenizerFormatException("/chat_template", "expected a string or an array");
        }
        return found;
    }

    /// A token is a string, or an object with its content.
    private static Optional<String> token(JsonNode config, String name) {
        JsonNode node = config.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return Optional.empty();
        }
        JsonNode content = node.isObject() ? node.path("content") : node;
        if (!content.isTextual()) {
            throw new TokenizerFormatException("/" + name, "expected a string, or an object with its content");
        }
        return Optional.of(content.textValue());
    }

    /// The tokens that a model's files name by their purpose, as chat templates use them.
    ///
    /// @param begin what a text begins with (`bos_token`)
    /// @param end what a text ends with (`eos_token`)
    public record SpecialTokens(
            Optional<String> begin, Optional<String> end, Optional<String> unknown, Optional<String> padding) {
        /// No token is named.
        public static final SpecialTokens NONE =
                new SpecialTokens(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /// By the names that templates use: `bos_token`, `eos_token`, `unk_token`, `pad_token`; absent ones are left
        /// out.
        public Map<String, String> variables() {
            Map<String, String> found = new LinkedHashMap<>();
            begin.ifPresent(token -> found.put("bos_token", token));
            end.ifPresent(token -> found.put("eos_token", token));
            unknown.ifPresent(token -> found.put("unk_token", token));
            padding.ifPresent(token -> found.put("pad_token", token));
            return found;
        }
    }
}
