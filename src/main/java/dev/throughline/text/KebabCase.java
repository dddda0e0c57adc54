package dev.throughline.text;

import java.util.Locale;

/// How the name of a constant is written where users read it: `PROMPT_COMPLETION` is `prompt-completion`.
public final class KebabCase {
    private KebabCase() {}

    /// The name in lower case, its words joined by hyphens.
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
