package dev.throughline.trace.sighting;

import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.List;
import java.util.Optional;

/// Looks for a visible text: as one part, as several parts of a message, elsewhere.
final class ContentFinder {
    private final RequestIndex requestIndex;
    private final PartIndex parts;
    private final TextPartIndex texts;

    /// @param parts the parts of the messages that carry the answer
    ContentFinder(RequestIndex requestIndex, PartIndex parts) {
        this.requestIndex = requestIndex;
        this.parts = parts;
        this.texts = parts.texts();
    }

    LocatedSighting look(PlantedItem item) {
        return single(item)
                .or(() -> several(item))
                .or(() -> elsewhere(item))
                .or(() -> item.token().isEmpty() ? Optional.empty() : UnreadFieldFinder.look(item, requestIndex, parts))
                .orElseGet(() -> LocatedSighting.missing(item));
    }

    private Optional<LocatedSighting> single(PlantedItem item) {
        List<Spot> same = texts.saying(item.value());
        if (same.isEmpty()) {
            return Optional.empty();
        }
        LocatedSighting locatedSighting = seen(item, same.getFirst(), item.value(), Place.OWN);
        return Optional.of(
                same.size() < 2
                        ? locatedSighting
                        : new LocatedSighting(
                                item,
                                SightingFactory.copies(locatedSighting.sighting(), same.size()),
                                locatedSighting.spot()));
    }

    /// All texts together if they are exactly this one; one text that is this one trimmed; else all together.
    private Optional<LocatedSighting> several(PlantedItem item) {
        Optional<LocatedSighting> joined = joined(item);
        return joined.isPresent() && joined.get().sighting().text() == TextMatch.EXACT
                ? joined
                : texts.trimmed(item.value())
                        .map(spot -> seen(item, spot, TextPartIndex.text(spot), Place.OWN))
                        .or(() -> joined);
    }

    private Optional<LocatedSighting> joined(PlantedItem item) {
        if (texts.all().isEmpty()) {
            return Optional.empty();
        }
        LocatedSighting locatedSighting = seen(item, texts.all().getFirst(), texts.joined(), Place.OWN);
        return locatedSighting.sighting().text() == TextMatch.NONE ? Optional.empty() : Optional.of(locatedSighting);
    }

    private Optional<LocatedSighting> elsewhere(PlantedItem item) {
        return requestIndex.withToken(item.token()).stream()
                .findFirst()
                .map(spot -> seen(item, spot, TextPartIndex.text(spot), Place.ELSEWHERE));
    }

    private LocatedSighting seen(PlantedItem item, Spot spot, String text, Place place) {
        TextComparison comparison = TextComparison.of(item.value(), text, item.token(), requestIndex.budget());
        return new LocatedSighting(
                item,
                SightingFactory.at(place, comparison, spot.part().path(), "", SignatureMatch.NOT_ISSUED),
                Optional.of(spot));
    }
}
