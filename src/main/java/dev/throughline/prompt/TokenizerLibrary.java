package dev.throughline.prompt;

import dev.throughline.render.tokenizer.Tokenizer;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The configured tokenizers by name. Each is read once.
@ApplicationScoped
public class TokenizerLibrary {
    private final Map<String, Path> files;
    private final Map<String, Tokenizer> read = new ConcurrentHashMap<>();

    TokenizerLibrary(TokenizersConfig config) {
        this.files = Map.copyOf(config.files());
    }

    /// All names in alphabetical order.
    public List<String> names() {
        return files.keySet().stream().sorted().toList();
    }

    /// The tokenizer for a model: one with the name of the model or its template, otherwise the one with
    /// the longest name contained in the model's name.
    ///
    /// @param template name of the template that renders its prompts
    public Optional<String> nameFor(String template, String model) {
        String lower = model.toLowerCase(Locale.ROOT);
        return names().stream()
                .filter(name -> isNamed(name, template, model) || lower.contains(name.toLowerCase(Locale.ROOT)))
                .max(Comparator.comparing((String name) -> isNamed(name, template, model))
                        .thenComparing(String::length));
    }

    private static boolean isNamed(String name, String template, String model) {
        return name.equals(model) || name.equals(template);
    }

    /// The tokenizer with this name. Reads a file on first use, so not for an event loop.
    ///
    /// @throws UncheckedIOException if the configured file cannot be read
    public Optional<Tokenizer> find(String name) {
        return files.containsKey(name) ? Optional.of(read.computeIfAbsent(name, this::read)) : Optional.empty();
    }

    private Tokenizer read(String name) {
        try {
            return TemplateFile.tokenizer(Objects.requireNonNull(files.get(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
