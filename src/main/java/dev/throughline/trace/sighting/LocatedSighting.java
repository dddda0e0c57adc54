package dev.throughline.trace.sighting;

import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.match.RequestIndex;
import java.util.Optional;

/// A sighting with the part in which it was made.
record LocatedSighting(PlantedItem item, Sighting sighting, Optional<RequestIndex.Spot> spot) {
    static LocatedSighting nothing(PlantedItem item, Sighting sighting) {
        return new LocatedSighting(item, sighting, Optional.empty());
    }

    LocatedSighting outOfOrder() {
        return new LocatedSighting(item, SightingFactory.outOfOrder(sighting), spot);
    }
}
