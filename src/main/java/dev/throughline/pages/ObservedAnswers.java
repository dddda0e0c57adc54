package dev.throughline.pages;

import dev.throughline.run.RecordedExchange;
import dev.throughline.trace.Observation;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The exchanges whose items some requests observed.
final class ObservedAnswers {
    private ObservedAnswers() {}

    /// Their numbers, without those of the requests themselves.
    static Set<Integer> outside(List<RecordedExchange> requests) {
        Set<Integer> numbers = requests.stream()
                .flatMap(request -> request.trace().observations().stream())
                .map(Observation::exchange)
                .collect(Collectors.toCollection(TreeSet::new));
        requests.forEach(request -> numbers.remove(request.trace().number()));
        return numbers;
    }

    /// Both lists as one, by number, each exchange once.
    static List<RecordedExchange> among(List<RecordedExchange> requests, List<RecordedExchange> earlier) {
        var all = new TreeMap<Integer, RecordedExchange>();
        Stream.concat(earlier.stream(), requests.stream())
                .forEach(exchange -> all.put(exchange.trace().number(), exchange));
        return List.copyOf(all.values());
    }
}
