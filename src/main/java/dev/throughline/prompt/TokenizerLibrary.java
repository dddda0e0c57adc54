package dev.throughline.prompt;

import dev.throughline.render.tokenizer.Tokenizer;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The tokenizers of the settings by name. Each is read once.
@ApplicationScoped
public class TokenizerLibrary {
    private final Map<String, Path> files;
    private final Map<String, Tokenizer> read = new ConcurrentHashMap<>();

    TokenizerLibrary(TokenizersConfig config) {
        this.files = Map.copyOf(config.files());
    }

    /// All names in the order of the alphabet.
    public List<String> names() {
        return files.keySet().stream().sorted().toList();
    }

    /// The tokenizer of this name. Reads a file when it is first asked for, so not for an event loop.
    ///
    /// @throws UncheckedIOException if the file of the settings cannot be read
    public Optional<Tokenizer> find(String name) {
        return files.containsKey(name) ? Optional.of(read.computeIfAbsent(name, this::read)) : Optional.empty();
    }

    private Tokenizer read(String name) {
        try {
            return TemplateFile.tokenizer(files.get(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
