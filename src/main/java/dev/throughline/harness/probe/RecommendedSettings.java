package dev.throughline.harness.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The Throughline settings recommended for a server: `throughline.backends.NAME.*`.
final class RecommendedSettings {
    /// The backend's name in the printed lines.
    static final String NAME = "mine";

    private RecommendedSettings() {}

    /// The settings in one dialect, by their names.
    static Map<String, String> of(String url, BackendTarget target, String model, DialectResult.Probed probed) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("url", url);
        settings.put("dialect", probed.dialect().id());
        target.key().ifPresent(key -> settings.put("api-key", "${" + key.variable() + "}"));
        settings.put("family", family(model, probed.history()));
        settings.put("reasoning-in", probed.emission().reasoningIn());
        settings.put("reasoning-field", field(probed.history()));
        settings.put("flatten-content", Boolean.toString(probed.arrays().mustBeFlat()));
        if (probed.called() == DialectResult.CalledHistory.ONLY_OBJECTS) {
            settings.put("object-arguments", "true");
        }
        settings.put(
                "history",
                probed.history().candidates().stream().anyMatch(RecommendedSettings::isRead) ? "repair" : "as-sent");
        probed.history()
                .best()
                .flatMap(PlacementResult::needed)
                .filter(by -> by == PreservationSwitch.TEMPLATE)
                .ifPresent(by -> settings.put("chat-template-kwargs.clear_thinking", "false"));
        return settings;
    }

    /// A setting as a line of a properties file.
    static String line(String name, String value) {
        return "throughline.backends." + NAME + "." + name + "=" + value;
    }

    private static String family(String model, HistoryEvidence history) {
        return FamilyGuess.ofName(model)
                .or(history::family)
                .orElse(model.toLowerCase(java.util.Locale.ROOT).contains("glm") ? "auto" : "other");
    }

    /// If nothing is known, reasoning is sent as received; a server that reads no field receives none.
    private static String field(HistoryEvidence history) {
        if (history.best().isEmpty()) {
            return ReasoningPlacement.THINKING_BLOCK.setting();
        }
        return Stream.concat(history.best().stream(), history.of(ReasoningPlacement.THINK_TAGS).stream())
                .filter(RecommendedSettings::isRead)
                .findFirst()
                .map(read -> read.placement().setting())
                .orElse(ReasoningPlacement.NONE.setting());
    }

    private static boolean isRead(PlacementResult tried) {
        return tried.within().rank() > 1 || tried.acrossAtBest().rank() > 1;
    }
}
