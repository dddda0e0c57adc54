package dev.throughline.telemetry;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// Limits model names used as tags. Clients may send any text, so a name becomes a tag only if it is known,
/// looks like a model's name, and the limit of distinct names is not reached; any other is `other`.
final class ModelTagLimiter {
    static final String OTHER = "other";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,63}");
    /// A text with this many letters and digits in a row, or the groups of a UUID, is an id or a key.
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]{20,}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-");

    private final int max;
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    ModelTagLimiter(int max) {
        this.max = max;
    }

    /// @param isKnown whether the name is confirmed by someone other than the client
    String tag(String name, boolean isKnown) {
        if (names.contains(name)) {
            return name;
        }
        boolean isGood =
                isKnown && NAME.matcher(name).matches() && !ID.matcher(name).find();
        return isGood && enter(name) ? name : OTHER;
    }

    private synchronized boolean enter(String name) {
        return names.contains(name) || names.size() < max && names.add(name);
    }
}
