package dev.throughline.trace.sighting;

import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import java.util.Optional;

/// Creates sightings.
public final class SightingFactory {
    private SightingFactory() {}

    public static Sighting absentTurn() {
        return nowhere(false, "");
    }

    /// Nothing came back of an item whose turn is present.
    /// @param message the pointer of the message that should carry it, empty for none
    static Sighting missing(String message) {
        return nowhere(true, message);
    }

    private static Sighting nowhere(boolean turnPresent, String message) {
        return new Sighting(
                turnPresent,
                Place.NOWHERE,
                TextMatch.NONE,
                SignatureMatch.NOT_ISSUED,
                true,
                0,
                message,
                "",
                Optional.empty());
    }

    static Sighting reference() {
        return new Sighting(
                true, Place.REFERENCE, TextMatch.EXACT, SignatureMatch.NOT_ISSUED, true, 1, "", "", Optional.empty());
    }

    static Sighting at(Place place, TextComparison text, String path, String field, SignatureMatch signature) {
        return new Sighting(true, place, text.match(), signature, true, 1, path, field, text.difference());
    }

    static Sighting copies(Sighting seen, int copies) {
        return copies(seen, copies, seen.difference());
    }

    /// @param more copies in visible texts
    /// @param path the pointer of the first of them
    static Sighting alsoVisible(Sighting seen, int more, String path) {
        return copies(seen, seen.copies() + more, Optional.of("a copy is visible at " + path));
    }

    private static Sighting copies(Sighting seen, int copies, Optional<String> difference) {
        return new Sighting(
                seen.turnPresent(),
                seen.place(),
                seen.text(),
                seen.signature(),
                seen.inOrder(),
                copies,
                seen.path(),
                seen.field(),
                difference);
    }

    /// Differences in the text itself keep their names.
    static Sighting outOfOrder(Sighting seen) {
        return new Sighting(
                seen.turnPresent(),
                seen.place(),
                seen.text(),
                seen.signature(),
                false,
                seen.copies(),
                seen.path(),
                seen.field(),
                seen.text() == TextMatch.EXACT
                        ? Optional.of("is in a different order than issued")
                        : seen.difference());
    }

    /// Something else came back in the place of a text.
    static Sighting changed(Sighting seen) {
        return new Sighting(
                seen.turnPresent(),
                seen.place(),
                TextMatch.CHANGED,
                seen.signature(),
                seen.inOrder(),
                seen.copies(),
                seen.path(),
                seen.field(),
                seen.difference());
    }
}
