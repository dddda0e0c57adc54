package dev.throughline.pages;

import dev.throughline.run.report.ReportWording;
import dev.throughline.trace.Category;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.JudgedItem;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.VerdictSummary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The losses of a verdict, by the requests that lost them.
final class RunLosses {
    private final List<ItemVerdict> lost;
    private final BitSet requests = new BitSet();

    RunLosses(VerdictSummary summary) {
        this.lost = summary.verdict().items();
        summary.requests().forEach(range -> requests.set(range.from(), range.to() + 1));
    }

    /// One kind of item that a request lost, of one or more answers.
    /// @param request number of the first request that lost it, also where it had come back after an earlier loss
    /// @param text what it lost
    record Line(int request, String text) {}

    private record Loss(int request, Category category, Outcome outcome) {}

    /// In the order of the requests.
    List<Line> lines() {
        var answers = new TreeMap<Loss, TreeSet<Integer>>(Comparator.comparingInt(Loss::request)
                .thenComparing(Loss::category)
                .thenComparing(Loss::outcome));
        lost.forEach(item -> losses(item)
                .forEach(loss ->
                        answers.computeIfAbsent(loss, _ -> new TreeSet<>()).add(item.exchange())));
        return answers.entrySet().stream()
                .map(entry -> new Line(entry.getKey().request(), text(entry.getKey(), List.copyOf(entry.getValue()))))
                .toList();
    }

    private static Stream<Loss> losses(ItemVerdict item) {
        return item.changes().isEmpty()
                ? Stream.of(new Loss(item.observedIn(), item.category(), item.outcome()))
                : item.changes().stream()
                        .filter(span -> span.outcome().isLoss())
                        .map(span -> new Loss(span.from(), item.category(), span.outcome()));
    }

    /// Whether a request lost something that it had to return.
    boolean isIn(int request) {
        return requests.get(request);
    }

    private static String text(Loss loss, List<Integer> answers) {
        String outcome = loss.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return words(loss.category(), answers) + ": " + outcome;
    }

    /// Names these items: `reasoning of answers 1 to 3, tool result of answer 2`.
    static String words(Stream<JudgedItem> items) {
        var answers = new TreeMap<Category, TreeSet<Integer>>();
        items.forEach(item -> answers.computeIfAbsent(item.item().category(), _ -> new TreeSet<>())
                .add(item.planted().number()));
        return answers.entrySet().stream()
                .map(entry -> words(entry.getKey(), List.copyOf(entry.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static String words(Category category, List<Integer> answers) {
        return "%s of %s %s"
                .formatted(ReportWording.kind(category), answers.size() == 1 ? "answer" : "answers", numbers(answers));
    }

    private static String numbers(List<Integer> answers) {
        List<String> words = new ArrayList<>();
        for (int from = 0; from < answers.size(); ) {
            int to = from;
            while (to + 1 < answers.size() && answers.get(to + 1) == answers.get(to) + 1) {
                to++;
            }
            words.add(
                    to == from
                            ? "" + answers.get(from)
                            : answers.get(from) + (to == from + 1 ? ", " : " to ") + answers.get(to));
            from = to + 1;
        }
        return String.join(", ", words);
    }
}
