package dev.throughline.trace;

import dev.throughline.conversation.Part;
import dev.throughline.trace.Reading.Spot;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Looks for a visible text: as one part, as several parts of a message, elsewhere.
final class ContentSightings {
    private final Reading reading;

    ContentSightings(Reading reading) {
        this.reading = reading;
    }

    Seen look(PlantedItem item, List<Spot> parts) {
        List<Spot> texts = parts.stream()
                .filter(spot -> spot.isAssistant() && spot.part() instanceof Part.Text)
                .toList();
        return single(item, texts)
                .or(() -> joined(item, texts))
                .or(() -> elsewhere(item))
                .orElseGet(() -> Seen.nothing(item, Sightings.nowhere(true, SignatureMatch.NOT_ISSUED)));
    }

    private static Optional<Seen> single(PlantedItem item, List<Spot> texts) {
        long copies =
                texts.stream().filter(spot -> text(spot).equals(item.value())).count();
        return texts.stream()
                .map(spot -> seen(item, spot, text(spot), Place.OWN))
                .filter(seen -> seen.sighting().text() != TextMatch.NONE)
                .min(Comparator.comparing(seen -> seen.sighting().text()))
                .filter(seen -> seen.sighting().text() == TextMatch.EXACT || texts.size() == 1)
                .map(seen -> copies < 2
                        ? seen
                        : new Seen(item, Sightings.copies(seen.sighting(), (int) copies), seen.spot()));
    }

    private static Optional<Seen> joined(PlantedItem item, List<Spot> texts) {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        var text = new StringBuilder();
        texts.forEach(spot -> text.append(text(spot)));
        Seen seen = seen(item, texts.getFirst(), text.toString(), Place.OWN);
        return seen.sighting().text() == TextMatch.NONE ? Optional.empty() : Optional.of(seen);
    }

    private Optional<Seen> elsewhere(PlantedItem item) {
        return reading.withToken(item.token()).stream()
                .findFirst()
                .map(spot -> seen(item, spot, text(spot), Place.ELSEWHERE));
    }

    private static Seen seen(PlantedItem item, Spot spot, String text, Place place) {
        TextComparison comparison = TextComparison.of(item.value(), text, item.token());
        return new Seen(
                item,
                Sightings.at(place, comparison, spot.part().path(), "", SignatureMatch.NOT_ISSUED),
                Optional.of(spot));
    }

    private static String text(Spot spot) {
        return Reading.text(spot.part()).orElse("");
    }
}
