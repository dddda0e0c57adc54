package dev.throughline.text;

import java.util.Locale;

/// How the name of a constant is written where users read it: `PROMPT_COMPLETION` is `prompt-completion`.
public final class KebabCase {
    private KebabCase() {}

    /// The name in lower case, its words joined by hyphens.
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The constant of a name that `of` wrote, in upper or lower case.
    /// @throws IllegalArgumentException when there is none
    public static <E extends Enum<E>> E constant(Class<E> type, String name) {
        return Enum.valueOf(type, name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
