package dev.throughline.verdict;

import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Judges every observation of a run.
final class Judgement {
    private Judgement() {}

    static List<JudgedItem> of(List<TracedExchange> exchanges) {
        Map<Integer, TracedExchange> byNumber = new HashMap<>();
        exchanges.forEach(exchange -> byNumber.put(exchange.number(), exchange));
        List<JudgedItem> judged = new ArrayList<>();
        for (TracedExchange observer : exchanges) {
            for (Observation observation : observer.observations()) {
                TracedExchange planted = byNumber.get(observation.exchange());
                if (planted != null && observation.ordinal() < planted.items().size()) {
                    judged.add(judge(planted, observer, observation));
                }
            }
        }
        return judged;
    }

    private static JudgedItem judge(TracedExchange planted, TracedExchange observer, Observation observation) {
        PlantedItem item = planted.items().get(observation.ordinal());
        boolean siblingsSeen = observer.observations().stream()
                .filter(other -> other.exchange() == observation.exchange() && other.ordinal() != observation.ordinal())
                .filter(other -> other.ordinal() < planted.items().size())
                .filter(other -> planted.items().get(other.ordinal()).category() == item.category())
                .anyMatch(other -> other.sighting().place() != Sighting.Place.NOWHERE);
        return new JudgedItem(planted, item, observer, observation, Outcomes.of(item, observation, siblingsSeen));
    }
}
