package dev.throughline.trace.sighting;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
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
        return sighting.turnPresent() && sighting.place() == Sighting.Place.NOWHERE
                ? SightingFactory.missing(item.category() == Category.TOOL_OUT ? "" : message)
                : sighting;
    }

    LocatedSighting outOfOrder() {
        return new LocatedSighting(item, SightingFactory.outOfOrder(sighting), spot);
    }
}
