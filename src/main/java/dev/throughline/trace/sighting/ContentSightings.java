package dev.throughline.trace.sighting;

import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.match.Reading;
import dev.throughline.trace.match.Reading.Spot;
import java.util.List;
import java.util.Optional;

/// Looks for a visible text: as one part, as several parts of a message, elsewhere.
final class ContentSightings {
    private final Reading reading;

    private final TextSpots texts;

    /// @param parts the parts of the messages that carry the answer
    ContentSightings(Reading reading, PartIndex parts) {
        this.reading = reading;
        this.texts = parts.texts();
    }

    Seen look(PlantedItem item) {
        return single(item)
                .or(() -> joined(item))
                .or(() -> elsewhere(item))
                .orElseGet(() -> Seen.nothing(item, Sightings.nowhere(true, SignatureMatch.NOT_ISSUED)));
    }

    private Optional<Seen> single(PlantedItem item) {
        List<Spot> same = texts.saying(item.value());
        if (same.isEmpty()) {
            return Optional.empty();
        }
        Seen seen = seen(item, same.getFirst(), item.value(), Place.OWN);
        return Optional.of(
                same.size() < 2 ? seen : new Seen(item, Sightings.copies(seen.sighting(), same.size()), seen.spot()));
    }

    private Optional<Seen> joined(PlantedItem item) {
        if (texts.all().isEmpty()) {
            return Optional.empty();
        }
        Seen seen = seen(item, texts.all().getFirst(), texts.joined(), Place.OWN);
        return seen.sighting().text() == TextMatch.NONE ? Optional.empty() : Optional.of(seen);
    }

    private Optional<Seen> elsewhere(PlantedItem item) {
        return reading.withToken(item.token()).stream()
                .findFirst()
                .map(spot -> seen(item, spot, TextSpots.text(spot), Place.ELSEWHERE));
    }

    private Seen seen(PlantedItem item, Spot spot, String text, Place place) {
        TextComparison comparison = TextComparison.of(item.value(), text, item.token(), reading.budget());
        return new Seen(
                item,
                Sightings.at(place, comparison, spot.part().path(), "", SignatureMatch.NOT_ISSUED),
                Optional.of(spot));
    }
}
