package dev.throughline.harness.probe;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Guesses a model's family, as named by the setting `family`.
public final class FamilyGuess {
    private static final Pattern VERSIONED = Pattern.compile("glm-?(\\d)(?:[.-](\\d))?(?!\\d)");

    private FamilyGuess() {}

    /// By the model's name; empty if the name is inconclusive.
    public static Optional<String> ofName(String model) {
        var version = VERSIONED.matcher(model.toLowerCase(Locale.ROOT));
        if (!version.find()) {
            return Optional.empty();
        }
        String minor = version.group(2) == null ? "0" : version.group(2);
        return switch (version.group(1)) {
            case "4" -> Optional.of(minor.equals("7") ? "glm-4.7" : "glm-4.5");
            case "5" -> Optional.of(minor.equals("3") ? "glm-5.3" : "glm-5");
            default -> Optional.empty();
        };
    }

    /// By a prompt with tools: `[gMASK]<sop>` begins every GLM prompt, and the layout of the example call
    /// distinguishes the generations.
    static Optional<String> ofPrompt(String prompt) {
        if (!prompt.contains("[gMASK]")) {
            return Optional.empty();
        }
        if (prompt.contains("Reasoning Effort:")) {
            return Optional.of("glm-5.3");
        }
        return Optional.of(prompt.contains("<tool_call>{function-name}\n") ? "glm-4.5" : "glm-4.7");
    }
}
