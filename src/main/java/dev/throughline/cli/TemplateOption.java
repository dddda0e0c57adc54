package dev.throughline.cli;

import dev.throughline.prompt.TemplateFile;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// Finds the template that a command line names: one of our own, or a file.
final class TemplateOption {
    private TemplateOption() {}

    static ChatTemplate read(CommandLine line, String name) {
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

    /// The error as Python names it, with its place.
    static String words(TemplateException e) {
        String place = e.line() > 0 ? " at line " + e.line() + ", column " + e.column() : "";
        return e.error().className() + place + ": " + e.getMessage();
    }

    static String names() {
        return GlmVersion.ALL.stream().map(GlmVersion::name).collect(Collectors.joining(", "));
    }
}
