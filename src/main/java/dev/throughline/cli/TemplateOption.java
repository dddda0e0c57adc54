package dev.throughline.cli;

import dev.throughline.harness.probe.PromptServer;
import dev.throughline.harness.probe.PromptServer.ServedModel;
import dev.throughline.prompt.TemplateFile;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// Resolves the template option of a command: a built-in name, a file, or the URL of a running server.
final class TemplateOption {
    private TemplateOption() {}

    /// The template with this name, of a file, or of the server at a URL.
    ///
    /// @throws dev.throughline.harness.HarnessException if the server cannot be reached
    static ChatTemplate read(CommandLine line, String name) {
        if (url(name).isPresent()) {
            try (PromptServer server = new PromptServer(url(name).get())) {
                return of(line, name, server.model())
                        .orElseThrow(() -> new ParameterException(
                                line, name + " does not expose its template; pass the template's file instead."));
            }
        }
        Path file = Path.of(name);
        if (!Files.exists(file)) {
            return GlmVersion.find(name)
                    .map(version -> ChatTemplate.parse(version.template()))
                    .orElseThrow(() -> new ParameterException(
                            line, "There is no template and no file " + name + "; known templates: " + names() + "."));
        }
        try {
            return TemplateFile.template(file);
        } catch (IOException | TokenizerFormatException e) {
            throw new ParameterException(line, e.getMessage());
        } catch (TemplateException e) {
            throw new ParameterException(line, name + ": " + words(e));
        }
    }

    /// The URL in a name, if it is one.
    static Optional<URI> url(String name) {
        try {
            return name.matches("https?://[^\\s/]+.*") ? Optional.of(new URI(name)) : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    /// The template disclosed by a server, otherwise the built-in one for the GLM version in its model's name.
    static Optional<ChatTemplate> of(CommandLine line, String name, ServedModel model) {
        try {
            return model.template()
                    .map(text -> ChatTemplate.parse(text, model.specialTokens()))
                    .or(() -> GlmVersion.ALL.stream()
                            .filter(version ->
                                    model.model().toLowerCase(Locale.ROOT).contains(version.name()))
                            .max(Comparator.comparingInt(
                                    version -> version.name().length()))
                            .map(version -> ChatTemplate.parse(version.template())));
        } catch (TemplateException e) {
            throw new ParameterException(line, name + ": " + words(e));
        }
    }

    /// The error as named by Python, with its location.
    static String words(TemplateException e) {
        String place = e.line() > 0 ? " at line " + e.line() + ", column " + e.column() : "";
        return e.error().className() + place + ": " + e.getMessage();
    }

    static String names() {
        return GlmVersion.ALL.stream().map(GlmVersion::name).collect(Collectors.joining(", "));
    }
}
