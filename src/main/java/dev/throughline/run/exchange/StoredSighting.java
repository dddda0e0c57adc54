package dev.throughline.run.exchange;

import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.trace.Sighting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How one item was found, in the words of `observation`, from which the view `observed_item` rebuilds it.
///
/// @param path of an item that came back exactly as it was; empty for any other
/// @param isField whether the last name of the path is the field in which it was issued
/// @param differing JSON with what is otherwise, the path included; empty for an item that came back as it was
public record StoredSighting(String path, boolean isField, String differing) {
    /// Marks an item that is no longer observed.
    public static final StoredSighting NONE = new StoredSighting("", false, "");

    // The view holds the same JSON.
    private static final Sighting KEPT = new Sighting(
            true,
            Sighting.Place.OWN,
            Sighting.TextMatch.EXACT,
            Sighting.SignatureMatch.NOT_ISSUED,
            true,
            1,
            "",
            "",
            Optional.empty());
    private static final char SLASH = '/';
    private static final String FIELD = "=";

    public static StoredSighting of(Sighting seen) {
        String path = seen.path();
        boolean isField = !seen.field().isEmpty() && path.endsWith(SLASH + seen.field());
        boolean isKept = seen.equals(kept(path, isField ? seen.field() : ""));
        // Those of a row are lines.
        return isKept && !path.isEmpty() && path.charAt(0) == SLASH && path.indexOf('\n') < 0
                ? new StoredSighting(path, isField, "")
                : new StoredSighting("", false, StoredJson.write(differences(seen)));
    }

    private static Sighting kept(String path, String field) {
        return new Sighting(
                KEPT.turnPresent(),
                KEPT.place(),
                KEPT.text(),
                KEPT.signature(),
                KEPT.inOrder(),
                KEPT.copies(),
                path,
                field,
                KEPT.difference());
    }

    private static Map<String, Object> differences(Sighting seen) {
        Map<String, Object> differences = new LinkedHashMap<>();
        put(differences, "turnPresent", seen.turnPresent(), KEPT.turnPresent());
        put(differences, "place", seen.place(), KEPT.place());
        put(differences, "text", seen.text(), KEPT.text());
        put(differences, "signature", seen.signature(), KEPT.signature());
        put(differences, "inOrder", seen.inOrder(), KEPT.inOrder());
        put(differences, "copies", seen.copies(), KEPT.copies());
        put(differences, "path", seen.path(), KEPT.path());
        put(differences, "field", seen.field(), KEPT.field());
        seen.difference().ifPresent(difference -> differences.put("difference", difference));
        return differences;
    }

    private static void put(Map<String, Object> differences, String name, Object seen, Object kept) {
        if (!seen.equals(kept)) {
            differences.put(name, seen);
        }
    }

    /// The common prefix of the paths of some sightings; the rest of each begins with a slash.
    public static String start(List<StoredSighting> sightings) {
        Optional<String> common = sightings.stream()
                .map(StoredSighting::path)
                .filter(path -> !path.isEmpty())
                .reduce(StoredSighting::common);
        return common.map(path -> path.substring(0, path.lastIndexOf(SLASH))).orElse("");
    }

    private static String common(String one, String other) {
        int length = 0;
        int most = Math.min(one.length(), other.length());
        while (length < most && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return one.substring(0, length);
    }

    /// The text to store.
    /// @param start what the paths of its row begin with
    public String after(String start) {
        return path.isEmpty() ? differing : (isField ? FIELD : "") + StoredText.encode(path.substring(start.length()));
    }
}
