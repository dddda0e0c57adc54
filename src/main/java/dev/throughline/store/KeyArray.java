package dev.throughline.store;

/// Keys that a statement looks up one by one, as an array parameter.
public final class KeyArray {
    private static final String FEW =
            "(SELECT key FROM unnest(%s::text[]) AS key WHERE key >= '' AND length(key) >= 0)";

    private static final String FEW_IN_ORDER = "(SELECT key, place FROM unnest(%s::text[]) WITH ORDINALITY AS"
            + " asked (key, place) WHERE place > 0 AND place < 65536)";

    private KeyArray() {}

    /// A relation with the column `key`; nulls of the array are left out.
    ///
    /// Its two conditions hold for every text and let the planner expect one key. Where it does not see the
    /// values it would expect ten, take a plan for any values to be dearer than one for these, and plan the
    /// statement at each execution, which costs more than the look-ups. Source: PostgreSQL, PREPARE, and
    /// `choose_custom_plan`.
    /// @param parameter for example `$2`
    public static String few(String parameter) {
        return FEW.formatted(parameter);
    }

    /// A relation with the columns `key`, which may be null, and `place`, from 1. Its conditions serve the same
    /// purpose as those of `few`, and hold for an array of fewer than 65,536 elements.
    public static String fewInOrder(String parameter) {
        return FEW_IN_ORDER.formatted(parameter);
    }
}
