package dev.throughline.trace.sighting;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.match.ComparisonBudget;
import dev.throughline.trace.match.RequestIndex;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Looks for an item in fields of its answer's messages that no server reads, such as LiteLLM's
/// `provider_specific_fields`: there it is moved, not missing.
final class UnreadFieldFinder {
    private UnreadFieldFinder() {}

    /// @param parts the parts of the messages that carry the answer
    static Optional<LocatedSighting> look(PlantedItem item, RequestIndex requestIndex, PartIndex parts) {
        return parts.parts().stream()
                .map(spot -> RequestIndex.item(spot.part().path()))
                .filter(path -> path.startsWith("/"))
                .distinct()
                .flatMap(path -> {
                    JsonNode message = requestIndex.request().body().at(JsonPointer.compile(path));
                    return find(item, message, path, requestIndex.budget()).stream();
                })
                .findFirst()
                .map(path -> LocatedSighting.nothing(item, seen(item, path)));
    }

    private static Sighting seen(PlantedItem item, String path) {
        SignatureMatch proof = item.signature().isPresent() ? SignatureMatch.GONE : SignatureMatch.NOT_ISSUED;
        return SightingFactory.at(Place.ELSEWHERE, TextComparison.EXACT, path, "", proof);
    }

    /// The pointer of the first text that holds an item; empty for none.
    private static Optional<String> find(PlantedItem item, JsonNode node, String path, ComparisonBudget budget) {
        if (node.isTextual()) {
            return Optional.of(path).filter(_ -> holds(item, node.textValue(), budget));
        }
        Stream<Map.Entry<String, JsonNode>> children = node.isArray()
                ? Stream.iterate(0, i -> i < node.size(), i -> i + 1).map(i -> Map.entry("" + i, node.get(i)))
                : node.properties().stream();
        return children.flatMap(
                        child -> find(item, child.getValue(), path + "/" + escaped(child.getKey()), budget).stream())
                .findFirst();
    }

    private static boolean holds(PlantedItem item, String text, ComparisonBudget budget) {
        String wanted = item.token().isEmpty() ? item.value().strip() : item.token();
        return wanted.length() >= MovedReasoningFinder.SHORTEST
                && budget.take((long) wanted.length() + text.length())
                && MovedReasoningFinder.contains(text, wanted);
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
