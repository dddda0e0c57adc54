package dev.throughline.trace;

import dev.throughline.conversation.Part;
import dev.throughline.trace.Reading.Spot;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Looks for a reasoning block: in its own field, under a known alias, anywhere else.
final class ThinkSightings {
    private final Reading reading;
    private final Thoughts thoughts;

    /// @param siblings all items of the answer, to tell its blocks from one another
    ThinkSightings(Reading reading, List<PlantedItem> siblings) {
        this.reading = reading;
        this.thoughts = new Thoughts(siblings);
    }

    /// @param parts the parts of the messages that carry the item's answer
    Seen look(PlantedItem item, List<Spot> parts) {
        if (item.field().equals(ReasoningFields.REDACTED)) {
            return redacted(item, parts);
        }
        List<Spot> own = new ArrayList<>();
        List<Spot> alias = new ArrayList<>();
        for (Spot spot : parts) {
            if (spot.part() instanceof Part.Reasoning reasoning
                    && !isSealed(item, reasoning)
                    && !ReasoningFields.isMisplaced(item.field(), reasoning)) {
                (ReasoningFields.isOwn(item.field(), reasoning) ? own : alias).add(spot);
            }
        }
        Optional<Seen> seen = best(item, own, Place.OWN, parts);
        if (seen.isEmpty() && item.signature().filter(BlockSignature::isOurs).isPresent()) {
            seen = signed(item, parts);
        }
        return seen.or(() -> sealed(item, parts))
                .or(() -> best(item, alias, isEmptyBeside(own) ? Place.BESIDE_EMPTY : Place.ALIAS, parts))
                .or(() -> item.token().isEmpty() ? MovedThoughts.look(item, parts) : elsewhere(item))
                .orElseGet(() -> Seen.nothing(item, Sightings.nowhere(true, SignatureMatch.NOT_ISSUED)));
    }

    private Seen redacted(PlantedItem item, List<Spot> parts) {
        Optional<Spot> changed = Optional.empty();
        for (Spot spot : parts) {
            Optional<String> data = opaque(spot.part());
            if (data.isPresent() && data.get().equals(item.value())) {
                String path = spot.part().path();
                return new Seen(
                        item, own(item, TextComparison.EXACT, path, SignatureMatch.NOT_ISSUED), Optional.of(spot));
            }
            if (data.isPresent() && thoughts.isFree(data.get())) {
                changed = Optional.of(spot);
            }
        }
        return changed.map(spot -> new Seen(
                        item,
                        own(
                                item,
                                new TextComparison(Sighting.TextMatch.CHANGED, Optional.of("the opaque data differs")),
                                spot.part().path(),
                                SignatureMatch.NOT_ISSUED),
                        Optional.of(spot)))
                .orElseGet(() -> Seen.nothing(item, Sightings.nowhere(true, SignatureMatch.NOT_ISSUED)));
    }

    /// In the Responses dialect an opaque block comes back as the sealed form of an item.
    private static Optional<String> opaque(Part part) {
        return switch (part) {
            case Part.RedactedReasoning(String _, String data) -> Optional.of(data);
            case Part.Reasoning(String _, String field, String text, Optional<String> _)
            when field.equals(ReasoningFields.ENCRYPTED) -> Optional.of(text);
            case Part.Reasoning _,
                    Part.Text _,
                    Part.ToolCall _,
                    Part.ToolResult _,
                    Part.Reference _,
                    Part.Image _,
                    Part.Other _ -> Optional.empty();
        };
    }

    private static Sighting own(PlantedItem item, TextComparison text, String path, SignatureMatch signature) {
        return Sightings.at(Place.OWN, text, path, item.field(), signature);
    }

    private static boolean isSealed(PlantedItem item, Part.Reasoning part) {
        return item.field().equals(ReasoningFields.RESPONSES) && part.field().equals(ReasoningFields.ENCRYPTED);
    }

    private Optional<Seen> best(PlantedItem item, List<Spot> spots, Place place, List<Spot> all) {
        Optional<Seen> joined = joined(item, spots, place, all);
        Optional<Seen> single = thoughts.likely(item, spots).stream()
                .map(spot -> seen(item, spot, text(spot), place, all))
                .filter(seen -> seen.sighting().text() != Sighting.TextMatch.NONE)
                .min(Comparator.comparing(seen -> seen.sighting().text()));
        if (single.isEmpty()
                || joined.isPresent()
                        && joined.get()
                                        .sighting()
                                        .text()
                                        .compareTo(single.get().sighting().text())
                                < 0) {
            return joined;
        }
        return single.map(seen -> new Seen(item, Sightings.copies(seen.sighting(), copies(item, spots)), seen.spot()));
    }

    /// Details that a client sends back in several entries are one text.
    private Optional<Seen> joined(PlantedItem item, List<Spot> spots, Place place, List<Spot> all) {
        if (spots.size() < 2) {
            return Optional.empty();
        }
        var text = new StringBuilder();
        spots.forEach(spot -> text.append(text(spot)));
        Seen seen = seen(item, spots.getFirst(), text.toString(), place, all);
        return seen.sighting().text() == Sighting.TextMatch.EXACT ? Optional.of(seen) : Optional.empty();
    }

    private static Seen seen(PlantedItem item, Spot spot, String text, Place place, List<Spot> all) {
        Part.Reasoning part = (Part.Reasoning) spot.part();
        TextComparison comparison = TextComparison.of(item.value(), text, item.token());
        SignatureMatch signature = Signatures.match(item, spot, all);
        return new Seen(item, Sightings.at(place, comparison, part.path(), part.field(), signature), Optional.of(spot));
    }

    /// How often the block stands in one and the same field.
    private static int copies(PlantedItem item, List<Spot> spots) {
        Map<String, Integer> counts = new HashMap<>();
        for (Spot spot : spots) {
            if (spot.part() instanceof Part.Reasoning(String _, String field, String text, Optional<String> _)
                    && (text.equals(item.value()) || !item.token().isEmpty() && text.contains(item.token()))) {
                counts.merge(field, 1, Integer::sum);
            }
        }
        return counts.values().stream().max(Comparator.naturalOrder()).orElse(1);
    }

    /// A proof of ours names its block whatever became of the text: without a text the record has it.
    private static Optional<Seen> signed(PlantedItem item, List<Spot> parts) {
        String proof = item.signature().orElseThrow();
        Optional<Spot> holder = parts.stream()
                .filter(spot -> SignedReasoning.proof(spot.part())
                        .filter(found -> BlockSignature.areSame(found, proof))
                        .isPresent())
                .findFirst();
        if (holder.isEmpty()) {
            return Optional.empty();
        }
        Spot spot = holder.get();
        String block = Signatures.item(spot.part().path());
        boolean isEmptied = parts.stream()
                .filter(other -> other.equals(spot)
                        || item.field().equals(ReasoningFields.RESPONSES)
                                && Signatures.item(other.part().path()).equals(block))
                .allMatch(ThinkSightings::saysNothing);
        TextComparison comparison = isEmptied
                ? new TextComparison(
                        Sighting.TextMatch.EXACT, Optional.of("its text was left out; its signature names it"))
                : new TextComparison(
                        Sighting.TextMatch.CHANGED, Optional.of("another text came back with its signature"));
        return Optional.of(
                new Seen(item, own(item, comparison, spot.part().path(), SignatureMatch.SAME), Optional.of(spot)));
    }

    private static boolean saysNothing(Spot spot) {
        return !(spot.part() instanceof Part.Reasoning(String _, String field, String text, Optional<String> _))
                || field.equals(ReasoningFields.ENCRYPTED)
                || text.isBlank();
    }

    /// The sealed form alone is enough where nothing readable came back: its server opens it.
    private static Optional<Seen> sealed(PlantedItem item, List<Spot> parts) {
        if (!item.field().equals(ReasoningFields.RESPONSES) || item.signature().isEmpty()) {
            return Optional.empty();
        }
        return parts.stream()
                .filter(spot -> spot.part() instanceof Part.Reasoning reasoning
                        && reasoning.field().equals(ReasoningFields.ENCRYPTED)
                        && reasoning.text().equals(item.signature().get()))
                .findFirst()
                .map(spot -> new Seen(
                        item,
                        own(item, TextComparison.EXACT, spot.part().path(), SignatureMatch.SAME),
                        Optional.of(spot)));
    }

    private static boolean isEmptyBeside(List<Spot> own) {
        return own.stream().anyMatch(spot -> text(spot).isEmpty());
    }

    private Optional<Seen> elsewhere(PlantedItem item) {
        if (item.token().isEmpty()) {
            return Optional.empty();
        }
        return reading.withToken(item.token()).stream()
                .findFirst()
                .map(spot -> new Seen(
                        item,
                        Sightings.at(
                                Place.ELSEWHERE,
                                TextComparison.of(
                                        item.value(), Reading.text(spot.part()).orElse(""), item.token()),
                                spot.part().path(),
                                "",
                                item.signature().isPresent() ? SignatureMatch.GONE : SignatureMatch.NOT_ISSUED),
                        Optional.of(spot)));
    }

    private static String text(Spot spot) {
        return Reading.text(spot.part()).orElse("");
    }
}
