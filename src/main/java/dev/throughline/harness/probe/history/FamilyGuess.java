package dev.throughline.harness.probe.history;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Which family a model belongs to, as the setting `family` names it.
public final class FamilyGuess {
    private static final Pattern VERSIONED = Pattern.compile("glm-?(\\d)(?:[.-](\\d))?(?!\\d)");

    private FamilyGuess() {}

    /// By the model's name; empty when the name says nothing.
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

    /// By a prompt with tools: `[gMASK]<sop>` begins every GLM prompt, the layout of the example call tells the
    /// generations apart.
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
