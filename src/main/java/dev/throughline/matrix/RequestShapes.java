package dev.throughline.matrix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.run.RecordedExchange;
import dev.throughline.store.StoredText;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Describes the structure of requests without any of their text: one object per request.
///
/// ```
/// {"path", "stream", "messages", "assistant", "turns", "tools", "params": [pointer],
///  "reasoning": [{"exchange", "path", "field", "place"}]}
/// ```
///
/// `reasoning` says where the reasoning of earlier answers was found, or that it was not found.
final class RequestShapes {
    private static final int MOST = 50;
    private static final int LONGEST = 200;

    private final Map<Integer, List<PlantedItem>> planted = new HashMap<>();

    private RequestShapes(List<RecordedExchange> exchanges) {
        exchanges.forEach(exchange ->
                planted.put(exchange.trace().number(), exchange.trace().items()));
    }

    /// The shapes of the first requests.
    static ArrayNode of(List<RecordedExchange> exchanges) {
        var shapes = new RequestShapes(exchanges);
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        exchanges.stream().limit(MOST).map(shapes::shape).forEach(all::add);
        return all;
    }

    private ObjectNode shape(RecordedExchange exchange) {
        RequestFacts facts = exchange.trace().facts();
        ObjectNode shape = JsonNodeFactory.instance
                .objectNode()
                .put("path", written(exchange.path()))
                .put("stream", exchange.stream())
                .put("messages", facts.messages())
                .put("assistant", facts.assistantMessages())
                .put("turns", facts.userTurns())
                .put("tools", facts.tools());
        ArrayNode params = shape.putArray("params");
        facts.params().keySet().stream().sorted().map(RequestShapes::written).forEach(params::add);
        ArrayNode reasoning = shape.putArray("reasoning");
        exchange.trace().observations().stream()
                .filter(this::isReasoning)
                .limit(MOST)
                .map(RequestShapes::reasoning)
                .forEach(reasoning::add);
        return shape;
    }

    private boolean isReasoning(Observation observation) {
        return Optional.ofNullable(planted.get(observation.exchange()))
                .filter(items -> observation.ordinal() < items.size())
                .map(items -> items.get(observation.ordinal()).category() == Category.THINK)
                .orElse(false);
    }

    private static ObjectNode reasoning(Observation observation) {
        Sighting sighting = observation.sighting();
        return JsonNodeFactory.instance
                .objectNode()
                .put("exchange", observation.exchange())
                .put("path", written(sighting.path()))
                .put("field", written(sighting.field()))
                .put("place", sighting.place().name());
    }

    private static String written(String name) {
        return StoredText.encode(name.length() > LONGEST ? name.substring(0, LONGEST) : name);
    }
}
