package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Judges every observation of a run.
public final class ObservationJudge {
    private ObservationJudge() {}

    /// @param observers the exchanges whose observations are judged
    /// @param answers those whose items they observed
    public static List<JudgedItem> of(List<TracedExchange> observers, Collection<IssuedAnswer> answers) {
        Map<Integer, IssuedAnswer> byNumber = new HashMap<>();
        answers.forEach(answer -> byNumber.put(answer.number(), answer));
        return observers.stream()
                .flatMap(observer -> of(observer.number(), observer.observations(), byNumber).stream())
                .toList();
    }

    /// Judges what one request did.
    /// @param observations all those of the answers in question
    /// @param answers by number; items of others are left out
    static List<JudgedItem> of(int observer, List<Observation> observations, Map<Integer, IssuedAnswer> answers) {
        List<JudgedItem> judged = new ArrayList<>(observations.size());
        Map<Kind, Integer> seen = seen(observations, answers);
        for (Observation observation : observations) {
            IssuedAnswer planted = answers.get(observation.exchange());
            if (planted != null && observation.ordinal() < planted.items().size()) {
                judged.add(judge(planted, observer, observation, seen));
            }
        }
        return judged;
    }

    /// Items of the same kind and answer.
    private record Kind(int exchange, Category category) {}

    /// How many items of each kind a request carries in any form.
    private static Map<Kind, Integer> seen(List<Observation> observations, Map<Integer, IssuedAnswer> answers) {
        Map<Kind, Integer> seen = new HashMap<>();
        for (Observation observation : observations) {
            IssuedAnswer planted = answers.get(observation.exchange());
            if (planted != null
                    && observation.ordinal() < planted.items().size()
                    && observation.sighting().place() != Sighting.Place.NOWHERE) {
                var kind = new Kind(
                        planted.number(),
                        planted.items().get(observation.ordinal()).category());
                seen.merge(kind, 1, Integer::sum);
            }
        }
        return seen;
    }

    private static JudgedItem judge(
            IssuedAnswer planted, int observer, Observation observation, Map<Kind, Integer> seen) {
        PlantedItem item = planted.items().get(observation.ordinal());
        int itself = observation.sighting().place() == Sighting.Place.NOWHERE ? 0 : 1;
        boolean siblingsSeen = seen.getOrDefault(new Kind(planted.number(), item.category()), 0) > itself;
        return new JudgedItem(planted, item, observer, observation, OutcomeRules.of(item, observation, siblingsSeen));
    }
}
