package dev.throughline.run.tally;

import dev.throughline.run.tally.TallyQueries.Answer;
import dev.throughline.verdict.IssuedAnswer;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The answers that were read last: those of the latest requests are observed next.
final class AnswerCache {
    private final Map<Integer, Answer> byNumber = new LinkedHashMap<>();

    void add(Collection<Answer> answers) {
        answers.forEach(answer -> byNumber.put(answer.number(), answer));
    }

    /// Forgets all but the last ones.
    void shrink(int most) {
        var oldest = byNumber.entrySet().iterator();
        for (int i = byNumber.size(); i > most; i--) {
            oldest.next();
            oldest.remove();
        }
    }

    /// Those that are not known.
    Set<Integer> missing(Collection<Integer> numbers) {
        Set<Integer> missing = new TreeSet<>(numbers);
        missing.removeAll(byNumber.keySet());
        return missing;
    }

    /// Those of some numbers that are known.
    Map<Integer, Answer> of(Collection<Integer> numbers) {
        Map<Integer, Answer> found = new HashMap<>();
        for (int number : numbers) {
            Answer answer = byNumber.get(number);
            if (answer != null) {
                found.put(number, answer);
            }
        }
        return found;
    }

    Map<Integer, IssuedAnswer> all() {
        return issued(byNumber.values());
    }

    static Map<Integer, IssuedAnswer> issued(Collection<Answer> answers) {
        Map<Integer, IssuedAnswer> issued = new HashMap<>();
        answers.forEach(answer -> issued.put(
                answer.number(), new IssuedAnswer(answer.number(), answer.turn(), List.copyOf(answer.items()))));
        return issued;
    }
}
