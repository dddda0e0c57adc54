package dev.throughline.rest;

import dev.throughline.text.KebabCase;
import dev.throughline.wire.ReasoningField;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Converts settings to their form in API requests and responses: lower case with hyphens, `raw-glm-4.5`,
/// `drop-after`. A reasoning field has the name of the wire field, `reasoning_content`.
public final class SettingName {
    private static final Map<Enum<?>, String> WRITTEN = new ConcurrentHashMap<>();

    private SettingName() {}

    /// The written form of a setting.
    public static String of(Enum<?> setting) {
        return WRITTEN.computeIfAbsent(setting, SettingName::written);
    }

    private static String written(Enum<?> setting) {
        if (setting instanceof ReasoningField field) {
            return field.id();
        }
        return KebabCase.of(setting).replaceAll("(\\d)-(\\d)", "$1.$2");
    }

    /// The setting with this written form, ignoring case.
    public static <E extends Enum<E>> Optional<E> find(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(setting -> of(setting).equalsIgnoreCase(text))
                .findFirst();
    }

    /// All names of a setting's values, for messages.
    public static List<String> all(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(SettingName::of).toList();
    }
}
