package dev.throughline.prompt;

import dev.throughline.render.ChatTemplate;
import dev.throughline.render.GlmVersion;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// The service's named templates: the configured ones, and the built-in ones for GLM. Each is parsed once.
@ApplicationScoped
public class TemplateLibrary {
    private final Map<String, Path> files;
    private final Map<String, NamedTemplate> parsed = new ConcurrentHashMap<>();

    TemplateLibrary(TemplatesConfig config) {
        this.files = Map.copyOf(config.files());
    }

    /// All names in alphabetical order.
    public List<String> names() {
        Set<String> names = new TreeSet<>(files.keySet());
        GlmVersion.ALL.forEach(version -> names.add(version.name()));
        return List.copyOf(names);
    }

    /// The template with this name. Reads a file on first use, so not for an event loop.
    ///
    /// @throws UncheckedIOException if the configured file cannot be read or contains no template
    /// @throws dev.throughline.render.jinja.TemplateException if it cannot be parsed
    public Optional<NamedTemplate> find(String name) {
        NamedTemplate known = parsed.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<NamedTemplate> read = files.containsKey(name) ? Optional.of(ofFile(name)) : own(name);
        read.ifPresent(template -> parsed.put(name, template));
        return read;
    }

    /// The template for a model by its name: the one with exactly this name, otherwise the built-in one for
    /// the longest GLM version that the name contains, as in `zai-org/GLM-4.7-FP8`.
    public Optional<String> nameFor(String model) {
        String lower = model.toLowerCase(Locale.ROOT);
        return names().stream()
                .filter(name -> name.equals(model) || lower.contains(name))
                .max(Comparator.comparing((String name) -> name.equals(model)).thenComparing(String::length));
    }

    private NamedTemplate ofFile(String name) {
        try {
            return NamedTemplate.of(name, false, TemplateFile.template(Objects.requireNonNull(files.get(name))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<NamedTemplate> own(String name) {
        return GlmVersion.find(name)
                .map(version -> NamedTemplate.of(name, true, ChatTemplate.parse(version.template())));
    }
}
