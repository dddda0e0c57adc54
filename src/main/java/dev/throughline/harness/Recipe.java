package dev.throughline.harness;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a real client is installed, configured and driven; the shape of a recipe file (JSON).
///
/// Texts may hold placeholders `{{name}}`: `openai`, `anthropic` (base URLs), `key`, `model`, `home`, `work`, `cache`
/// (the client's own folders), `binary`, `prompt1`, `prompt2`, the recipe's own `values`, and what a turn captured.
///
/// @param packageName npm package that is installed
/// @param binary the program's name in the package
/// @param dialects what it can speak, the default first
/// @param variants names of settings that change the answer; files and values may depend on them
/// @param model the model id that it is told to use
/// @param environment added to an otherwise nearly empty environment
/// @param files written before the first turn
/// @param tools programs that must be on its path
/// @param packages npm packages installed beside it
/// @param values further placeholders
/// @param turns one command per user turn
/// @param turnTimeout time after which a turn is given up (ISO 8601)
public record Recipe(
        String name,
        String title,
        @JsonProperty("package") String packageName,
        String binary,
        List<String> dialects,
        List<String> variants,
        String model,
        Map<String, String> environment,
        List<FileToWrite> files,
        List<ToolNeeded> tools,
        List<PackageBeside> packages,
        @Nullable List<Value> values,
        List<Turn> turns,
        Duration turnTimeout) {

    /// The placeholders of its own.
    public List<Value> ownValues() {
        return Optional.ofNullable(values).orElse(List.of());
    }

    /// When a part of a recipe applies; what is absent does not matter.
    /// @param variant the variant asked for; the empty text for none
    /// @param versions a range such as `>=1.1.0 <=1.1.40`
    public record When(
            @Nullable String dialect,
            @Nullable String variant,
            @Nullable String versions) {
        boolean holds(ClientSpec spec) {
            return (dialect == null || dialect.equals(spec.dialect()))
                    && (variant == null || variant.equals(spec.variant().orElse("")))
                    && (versions == null || VersionRange.parse(versions).holds(spec.version()));
        }
    }

    /// A file, as JSON or as text.
    public record FileToWrite(
            String path,
            @Nullable JsonNode json,
            @Nullable String text,
            @Nullable When when) {}

    /// A program that the client looks for on its path.
    /// @param install what to install when it is missing, for a person
    public record ToolNeeded(
            String name, String install, @Nullable When when) {}

    /// An npm package that the client would otherwise fetch while it runs.
    public record PackageBeside(
            String name, String into, @Nullable When when) {}

    /// A placeholder of the recipe's own.
    public record Value(String name, String value, @Nullable When when) {}

    /// One user turn.
    /// @param capture placeholders taken from the JSON that the client prints: name → JSON pointer
    public record Turn(List<String> command, @Nullable Map<String, String> capture) {}

    /// Whether a part without or with a condition applies.
    static boolean applies(@Nullable When when, ClientSpec spec) {
        return when == null || when.holds(spec);
    }
}
