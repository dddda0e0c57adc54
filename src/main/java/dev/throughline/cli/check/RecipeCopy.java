package dev.throughline.cli.check;

import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Writes recipes with what they need into a folder, for changing them there.
final class RecipeCopy {
    private final Path folder;
    private final CommandSpec spec;

    RecipeCopy(Path folder, CommandSpec spec) {
        this.folder = folder;
        this.spec = spec;
    }

    /// Writes all files or none: a file with another text is never overwritten.
    /// @throws ParameterException naming a file that exists, or that cannot be written
    void write(List<String> names, RecipeCatalog catalog) {
        Map<String, String> files = new TreeMap<>();
        names.forEach(name -> files.putAll(catalog.copyOf(name)));
        files.forEach((name, text) -> refuseChanged(folder.resolve(name), text));
        files.forEach((name, text) -> write(folder.resolve(name), text));
        spec.commandLine().getOut().println("copied " + String.join(", ", files.keySet()) + " to " + folder);
    }

    private void refuseChanged(Path file, String text) {
        try {
            if (Files.exists(file) && !Files.readString(file).equals(text)) {
                throw wrong(file + " exists and has another text; choose another folder.");
            }
        } catch (IOException e) {
            throw wrong(file + " cannot be read.");
        }
    }

    private void write(Path file, String text) {
        try {
            Files.createDirectories(folder);
            Files.writeString(file, text);
        } catch (IOException e) {
            throw wrong(file + " cannot be written.");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), "--copy: " + message);
    }
}
