package dev.throughline.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.tokenizer.GgufFile;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.render.tokenizer.TokenizerConfig;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads chat templates and tokenizers from the files published with models.
public final class TemplateFile {
    private static final long LARGEST_TEMPLATE = 16L * 1024 * 1024;
    private static final long LARGEST_TOKENIZER = 256L * 1024 * 1024;
    private static final String GGUF = ".gguf";

    private TemplateFile() {}

    /// Reads a template: the template itself, a `tokenizer_config.json`, or a GGUF file.
    ///
    /// @throws IOException with a readable message, if the file cannot be read or contains no template
    /// @throws dev.throughline.render.jinja.TemplateException if the template cannot be parsed
    /// @throws dev.throughline.render.tokenizer.TokenizerFormatException if the file is not of the expected form
    public static ChatTemplate template(Path file) throws IOException {
        if (name(file).endsWith(GGUF)) {
            GgufFile gguf = GgufFile.read(file);
            return ChatTemplate.parse(
                    gguf.chatTemplate().orElseThrow(() -> noTemplate(file)),
                    gguf.specialTokens().variables());
        }
        String text = text(file, LARGEST_TEMPLATE);
        if (!name(file).endsWith(".json")) {
            return ChatTemplate.parse(text);
        }
        TokenizerConfig config = TokenizerConfig.read(json(file, text));
        return ChatTemplate.parse(
                config.chatTemplate().orElseThrow(() -> noTemplate(file)),
                config.specialTokens().variables());
    }

    /// Reads a tokenizer: a `tokenizer.json` or a GGUF file.
    ///
    /// @throws IOException with a readable message, if the file cannot be read
    /// @throws dev.throughline.render.tokenizer.TokenizerFormatException if it is not supported
    public static Tokenizer tokenizer(Path file) throws IOException {
        return name(file).endsWith(GGUF)
                ? Tokenizer.ofGguf(file)
                : Tokenizer.read(json(file, text(file, LARGEST_TOKENIZER)));
    }

    private static String name(Path file) {
        return file.getFileName() == null ? "" : file.getFileName().toString();
    }

    private static IOException noTemplate(Path file) {
        return new IOException(file + " has no chat template; it may be in a chat_template.jinja beside it.");
    }

    private static String text(Path file, long largest) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no file " + file + ".");
        }
        if (Files.size(file) > largest) {
            throw new IOException(file + " is larger than the " + largest + " bytes allowed.");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not UTF-8 text.", e);
        }
    }

    private static JsonNode json(Path file, String text) throws IOException {
        try {
            return Json.TREES.readTree(text);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new IOException("%s is not JSON: %s at line %d.".formatted(file, e.getOriginalMessage(), line), e);
        }
    }
}
