package dev.throughline.rest;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The written values of an enum that an input accepts: those that its `@Schema` lists, otherwise all. So
/// the API's description and its behavior cannot differ.
record AllowedValues<E extends Enum<E>>(Class<E> type, List<String> names) {
    static <E extends Enum<E>> AllowedValues<E> of(Class<E> type, @Nullable Schema schema) {
        List<String> names = schema != null && schema.enumeration().length > 0
                ? List.of(schema.enumeration())
                : SettingName.all(type);
        return new AllowedValues<>(type, names);
    }

    /// The value of a text, ignoring case; words may be separated by `-` or `_`.
    Optional<E> find(String text) {
        return names.stream()
                .filter(name -> isSame(name, text.strip()))
                .findFirst()
                .flatMap(name -> Arrays.stream(type.getEnumConstants())
                        .filter(constant -> isSame(SettingName.of(constant), name))
                        .findFirst());
    }

    String refusal(String text) {
        return "one of " + String.join(", ", names) + " was expected, found " + QuotedValue.of(text) + ".";
    }

    private static boolean isSame(String name, String text) {
        return name.replace('_', '-').equalsIgnoreCase(text.replace('_', '-'));
    }
}
