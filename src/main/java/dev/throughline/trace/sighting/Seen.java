package dev.throughline.trace.sighting;

import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.match.Reading;
import java.util.Optional;

/// A sighting with the part it was made at.
record Seen(PlantedItem item, Sighting sighting, Optional<Reading.Spot> spot) {
    static Seen nothing(PlantedItem item, Sighting sighting) {
        return new Seen(item, sighting, Optional.empty());
    }

    Seen outOfOrder() {
        return new Seen(item, Sightings.outOfOrder(sighting), spot);
    }
}
