package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.match.RequestIndex;
import java.util.Optional;

/// A sighting with the part in which it was made.
record LocatedSighting(PlantedItem item, Sighting sighting, Optional<RequestIndex.Spot> spot) {
    static LocatedSighting nothing(PlantedItem item, Sighting sighting) {
        return new LocatedSighting(item, sighting, Optional.empty());
    }

    static LocatedSighting missing(PlantedItem item) {
        return nothing(item, SightingFactory.missing(""));
    }

    /// The sighting; what is missing is named by the message that should carry it. A tool's output belongs elsewhere.
    Sighting in(String message) {
        return sighting.turnPresent() && sighting.place() == Place.NOWHERE
                ? SightingFactory.missing(item.category() == Category.TOOL_OUT ? "" : message)
                : sighting;
    }

    LocatedSighting outOfOrder() {
        return new LocatedSighting(item, SightingFactory.outOfOrder(sighting), spot);
    }

    /// Whether a tool's output, or a part of it, came back.
    boolean isPrinted() {
        return sighting.place() == Place.ELSEWHERE
                || sighting.place() == Place.OWN && sighting.text() != TextMatch.NONE;
    }

    /// The sighting in a request that shows that tools run: a result without the output of its command was changed.
    LocatedSighting withoutOutput() {
        return item.category() == Category.TOOL_OUT
                        && sighting.place() == Place.OWN
                        && sighting.text() == TextMatch.NONE
                ? new LocatedSighting(item, SightingFactory.changed(sighting), spot)
                : this;
    }
}
