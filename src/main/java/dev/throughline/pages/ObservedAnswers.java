package dev.throughline.pages;

import dev.throughline.run.RecordedExchange;
import dev.throughline.trace.Observation;
import dev.throughline.verdict.IssuedAnswer;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
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

    /// Answers of the requests and earlier ones, by number.
    static List<IssuedAnswer> among(List<RecordedExchange> requests, List<IssuedAnswer> earlier) {
        return Stream.concat(earlier.stream(), requests.stream().map(request -> IssuedAnswer.of(request.trace())))
                .sorted(Comparator.comparingInt(IssuedAnswer::number))
                .toList();
    }
}
