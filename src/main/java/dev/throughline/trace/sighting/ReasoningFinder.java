package dev.throughline.trace.sighting;

import dev.throughline.conversation.Part;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.match.ComparisonBudget;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.RequestIndex.Spot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Looks for a reasoning block: in its own field, under a known alias, anywhere else.
final class ReasoningFinder {
    private final RequestIndex requestIndex;
    private final PartIndex parts;
    private final ReasoningBlockMatcher reasoningBlockMatcher;

    /// @param siblings all items of the answer, for distinguishing its blocks
    /// @param parts the parts of the messages that carry the answer
    ReasoningFinder(RequestIndex requestIndex, List<PlantedItem> siblings, PartIndex parts) {
        this.requestIndex = requestIndex;
        this.parts = parts;
        this.reasoningBlockMatcher = new ReasoningBlockMatcher(siblings);
    }

    LocatedSighting look(PlantedItem item) {
        if (item.field().equals(ReasoningFields.REDACTED)) {
            return redacted(item);
        }
        TextPartIndex own = parts.own(item.field());
        Optional<LocatedSighting> seen = best(item, own, Place.OWN);
        if (seen.isEmpty() && item.signature().filter(BlockSignature::isOurs).isPresent()) {
            seen = signed(item);
        }
        Place beside = own.saying("").isEmpty() ? Place.ALIAS : Place.BESIDE_EMPTY;
        return seen.or(() -> sealed(item))
                .or(() -> best(item, parts.alias(item.field()), beside))
                .or(() -> item.token().isEmpty()
                        ? MovedReasoningFinder.look(item, parts, requestIndex.budget())
                        : elsewhere(item))
                .or(() -> UnreadFieldFinder.look(item, requestIndex, parts))
                .map(this::withVisibleCopies)
                .orElseGet(() -> LocatedSighting.missing(item));
    }

    /// Reasoning that came back in its field and in a visible text as well, perhaps of a message by itself.
    private LocatedSighting withVisibleCopies(LocatedSighting found) {
        Sighting seen = found.sighting();
        if (seen.place() != Place.OWN || seen.text() != Sighting.TextMatch.EXACT) {
            return found;
        }
        List<Spot> visible = requestIndex.withToken(found.item().token()).stream()
                .filter(spot -> spot.isAssistant() && spot.part() instanceof Part.Text)
                .toList();
        return visible.isEmpty()
                ? found
                : new LocatedSighting(
                        found.item(),
                        SightingFactory.alsoVisible(
                                seen, visible.size(), visible.getFirst().part().path()),
                        found.spot());
    }

    private LocatedSighting redacted(PlantedItem item) {
        Optional<Spot> same = parts.opaque(item.value());
        TextComparison text = same.isPresent()
                ? TextComparison.EXACT
                : new TextComparison(Sighting.TextMatch.CHANGED, Optional.of("the opaque data differs"));
        return same.or(() -> parts.lastOpaque(reasoningBlockMatcher::isFree))
                .map(spot -> new LocatedSighting(
                        item, own(item, text, spot.part().path(), SignatureMatch.NOT_ISSUED), Optional.of(spot)))
                .orElseGet(() -> LocatedSighting.missing(item));
    }

    private static Sighting own(PlantedItem item, TextComparison text, String path, SignatureMatch signature) {
        return SightingFactory.at(Place.OWN, text, path, item.field(), signature);
    }

    private Optional<LocatedSighting> best(PlantedItem item, TextPartIndex spots, Place place) {
        Optional<LocatedSighting> joined = joined(item, spots, place);
        Optional<LocatedSighting> single = reasoningBlockMatcher.likely(item, spots, requestIndex.budget()).stream()
                .map(spot -> seen(item, spot, TextPartIndex.text(spot), place))
                .filter(locatedSighting -> locatedSighting.sighting().text() != Sighting.TextMatch.NONE)
                .min(Comparator.comparing(
                        locatedSighting -> locatedSighting.sighting().text()));
        if (single.isEmpty()
                || joined.isPresent()
                        && joined.get()
                                        .sighting()
                                        .text()
                                        .compareTo(single.get().sighting().text())
                                < 0) {
            return joined;
        }
        return single.map(locatedSighting -> new LocatedSighting(
                item, SightingFactory.copies(locatedSighting.sighting(), copies(item, spots)), locatedSighting.spot()));
    }

    /// Details that a client returns in several entries are one text.
    private Optional<LocatedSighting> joined(PlantedItem item, TextPartIndex spots, Place place) {
        return spots.all().size() > 1 && spots.joined().equals(item.value())
                ? Optional.of(seen(item, spots.all().getFirst(), item.value(), place))
                : Optional.empty();
    }

    private LocatedSighting seen(PlantedItem item, Spot spot, String text, Place place) {
        Part.Reasoning part = (Part.Reasoning) spot.part();
        TextComparison comparison = TextComparison.of(item.value(), text, item.token(), requestIndex.budget());
        SignatureMatch signature = SignatureComparison.match(item, spot, parts);
        return new LocatedSighting(
                item, SightingFactory.at(place, comparison, part.path(), part.field(), signature), Optional.of(spot));
    }

    /// How often the block occurs in one and the same field.
    private static int copies(PlantedItem item, TextPartIndex spots) {
        if (item.token().isEmpty()) {
            return spots.copiesInOneField(item.value());
        }
        Map<String, Integer> counts = new HashMap<>();
        for (Spot spot : spots.all()) {
            if (spot.part() instanceof Part.Reasoning(String _, String field, String text, Optional<String> _)
                    && (text.equals(item.value()) || text.contains(item.token()))) {
                counts.merge(field, 1, Integer::sum);
            }
        }
        return counts.values().stream().max(Comparator.naturalOrder()).orElse(1);
    }

    /// A proof of ours identifies its block whatever became of the text: if the text is missing, the
    /// recorded one is used.
    private Optional<LocatedSighting> signed(PlantedItem item) {
        Optional<Spot> holder = parts.withProof(item.signature().orElseThrow());
        if (holder.isEmpty()) {
            return Optional.empty();
        }
        Spot spot = holder.get();
        List<Spot> block = item.field().equals(ReasoningFields.RESPONSES) ? parts.holder(spot) : List.of(spot);
        TextComparison comparison = block.stream().allMatch(ReasoningFinder::saysNothing)
                ? new TextComparison(
                        Sighting.TextMatch.EXACT, Optional.of("its text was omitted; its signature identifies it"))
                : new TextComparison(
                        Sighting.TextMatch.CHANGED, Optional.of("another text came back with its signature"));
        return Optional.of(new LocatedSighting(
                item, own(item, comparison, spot.part().path(), SignatureMatch.SAME), Optional.of(spot)));
    }

    private static boolean saysNothing(Spot spot) {
        return !(spot.part() instanceof Part.Reasoning(String _, String field, String text, Optional<String> _))
                || field.equals(ReasoningFields.ENCRYPTED)
                || text.isBlank();
    }

    /// The sealed form alone suffices if nothing readable was returned: its server decrypts it.
    private Optional<LocatedSighting> sealed(PlantedItem item) {
        return item.signature()
                .filter(_ -> item.field().equals(ReasoningFields.RESPONSES))
                .flatMap(parts::sealed)
                .map(spot -> new LocatedSighting(
                        item,
                        own(item, TextComparison.EXACT, spot.part().path(), SignatureMatch.SAME),
                        Optional.of(spot)));
    }

    private Optional<LocatedSighting> elsewhere(PlantedItem item) {
        if (item.token().isEmpty()) {
            return Optional.empty();
        }
        return requestIndex.withToken(item.token()).stream()
                .findFirst()
                .map(spot -> new LocatedSighting(
                        item,
                        SightingFactory.at(
                                Place.ELSEWHERE,
                                TextComparison.of(
                                        item.value(), TextPartIndex.text(spot), item.token(), requestIndex.budget()),
                                spot.part().path(),
                                "",
                                item.signature().isPresent() ? SignatureMatch.GONE : SignatureMatch.NOT_ISSUED),
                        Optional.of(spot)));
    }

    /// Compares the proof issued with a reasoning block with the one that was returned.
    public static final class SignatureComparison {
        private SignatureComparison() {}

        /// An empty proof is none. In the Responses dialect the proof is the `encrypted_content` of the same
        /// item; in a chat message with several fields it is in the details.
        static SignatureMatch match(PlantedItem item, Spot spot, PartIndex index) {
            if (item.signature().isEmpty()) {
                return SignatureMatch.NOT_ISSUED;
            }
            Optional<String> found =
                    spot.part() instanceof Part.Reasoning reasoning ? reasoning.signature() : Optional.empty();
            Optional<String> proof = found.filter(signature -> !signature.isEmpty())
                    .or(() -> index.sealedBeside(spot))
                    .or(() -> detailed(item, index));
            if (proof.isEmpty()) {
                return SignatureMatch.GONE;
            }
            return proof.equals(item.signature()) ? SignatureMatch.SAME : SignatureMatch.CHANGED;
        }

        private static Optional<String> detailed(PlantedItem item, PartIndex index) {
            return ReasoningFields.has(item.field(), ReasoningFields.DETAILS)
                    ? index.own(ReasoningFields.DETAILS).all().stream()
                            .flatMap(spot -> ((Part.Reasoning) spot.part()).signature().stream())
                            .filter(signature -> !signature.isEmpty())
                            .findFirst()
                    : Optional.empty();
        }
    }

    /// Matches the reasoning blocks of one answer with parts of a request in the absence of trace tokens.
    private static final class ReasoningBlockMatcher {
        /// A block is compared with this many parts on either side of its own position.
        private static final int REACH = 4;

        private final Set<String> texts = new HashSet<>();
        private final Map<Integer, Integer> places = new HashMap<>();

        /// @param items all items of the answer
        ReasoningBlockMatcher(List<PlantedItem> items) {
            for (PlantedItem item : items) {
                if (item.category() == Category.THINK) {
                    places.put(item.ordinal(), places.size());
                    texts.add(item.value());
                }
            }
        }

        /// Whether a text is not a block as it was issued.
        boolean isFree(String text) {
            return !texts.contains(text);
        }

        /// The parts that may be a block: the first exact match, otherwise those near its position that are no
        /// other block, the most similar first.
        List<Spot> likely(PlantedItem item, TextPartIndex spots, ComparisonBudget budget) {
            if (!item.token().isEmpty()) {
                return spots.all();
            }
            List<Spot> exact = spots.saying(item.value());
            return exact.isEmpty() ? near(item, spots.all(), budget) : exact.subList(0, 1);
        }

        private List<Spot> near(PlantedItem item, List<Spot> spots, ComparisonBudget budget) {
            long place = places.getOrDefault(item.ordinal(), 0);
            int middle = (int) (place * spots.size() / Math.max(1, places.size()));
            List<Spot> near = new ArrayList<>();
            for (int i = Math.max(0, middle - REACH); i < Math.min(spots.size(), middle + REACH + 1); i++) {
                if (isFree(TextPartIndex.text(spots.get(i)))) {
                    near.add(spots.get(i));
                }
            }
            if (near.size() > 1) {
                Map<Spot, Double> likeness = new IdentityHashMap<>();
                near.forEach(spot -> likeness.put(spot, likeness(item.value(), TextPartIndex.text(spot), budget)));
                near.sort(Comparator.comparing((Spot spot) -> -Objects.requireNonNull(likeness.get(spot))));
            }
            return near;
        }

        private static double likeness(String issued, String found, ComparisonBudget budget) {
            return budget.take((long) issued.length() + found.length()) ? ShingleSimilarity.of(issued, found) : 0;
        }
    }
}
