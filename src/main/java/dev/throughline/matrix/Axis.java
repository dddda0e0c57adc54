package dev.throughline.matrix;

import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.rest.SettingName;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A dimension by which cells can be filtered, in the order of exports. Columns, ids, files and words of cells are
/// made of these constants.
///
/// Values are written as in the API: `preserved`, `stream`, `openai-chat`, `tools`; none is the empty string.
public enum Axis {
    CLIENT(key -> product(key.client())),
    CLIENT_VERSION(key -> version(key.client())),
    VARIANT("variant", CellKey::variant),
    SDK("packages", CellKey::sdk),
    REASONING_FIELD("reasoning in", CellKey::reasoningField),
    MODEL("model", CellKey::model),
    GATEWAY(key -> product(key.gateway())),
    GATEWAY_VERSION(key -> version(key.gateway())),
    BACKEND(key -> product(key.backend())),
    BACKEND_VERSION(key -> version(key.backend())),
    TEMPLATE(CellKey::template),
    DIALECT_IN(key -> key.dialectIn().id()),
    DIALECT_OUT(key -> key.dialectOut().id()),
    POLICY(key -> SettingName.of(key.policy())),
    SCENARIO(CellKey::scenario),
    VENDOR("as", CellKey::vendor),
    STREAMING(key -> SettingName.of(key.streaming())),
    SUITE(key -> Integer.toString(key.suite()));

    private static final Pattern NEXT_WORD = Pattern.compile("_([a-z])");

    private final String label;
    private final Function<CellKey, String> value;

    Axis(Function<CellKey, String> value) {
        this("", value);
    }

    Axis(String label, Function<CellKey, String> value) {
        this.label = label;
        this.value = value;
    }

    /// The value of a combination.
    public String of(CellKey key) {
        return value.apply(key);
    }

    /// The column of `evidence`.
    public String column() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The name in the API and in files of measurements.
    public String field() {
        return NEXT_WORD.matcher(column()).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }

    /// The word before a value that is shown; empty for an axis whose values are shown in another way.
    public String label() {
        return label;
    }

    /// Whether combinations were measured before the axis was added. They have no value, and keep their ids.
    public boolean isYounger() {
        return this == SDK || this == REASONING_FIELD || this == VENDOR;
    }

    private static String product(Optional<Versioned> side) {
        return side.map(Versioned::product).orElse("");
    }

    private static String version(Optional<Versioned> side) {
        return side.map(Versioned::version).orElse("");
    }
}
