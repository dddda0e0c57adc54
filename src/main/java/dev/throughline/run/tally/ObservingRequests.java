package dev.throughline.run.tally;

import dev.throughline.run.exchange.RecordedObservations;
import dev.throughline.run.tally.TallyQueries.Answer;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.verdict.ItemTallies;
import dev.throughline.verdict.ItemTallies.Judged;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What requests did with some answers: the rows of all requests of the conversations in which these came back.
final class ObservingRequests {
    /// Requests before the ones that are added that are read by number, and not by conversation.
    private static final int NEAR = 2_000;

    private static final int EXCHANGE = 3;

    private final List<Object[]> rows;
    private final ObservationHistory history = new ObservationHistory();

    /// @param rows by number
    ObservingRequests(List<Object[]> rows) {
        this.rows = rows;
        RecordedObservations.addTo(history, rows);
    }

    /// Reads the requests up to one.
    static Future<List<Object[]>> read(
            TallyQueries queries, Collection<Answer> answers, JoinedConversations joined, int to) {
        Map<Integer, Integer> near = new HashMap<>();
        Map<Integer, Integer> far = new HashMap<>();
        Set<Integer> numbers = new HashSet<>();
        for (Answer answer : answers) {
            if (answer.number() < to) {
                numbers.add(answer.number());
                joined.of(answer.conversation()).forEach(one -> far.merge(one, answer.number(), Math::min));
            }
        }
        far.forEach((conversation, since) -> {
            if (since >= to - NEAR) {
                near.put(conversation, since);
            }
        });
        far.keySet().removeAll(near.keySet());
        int since = near.values().stream().mapToInt(Integer::intValue).min().orElse(to);
        Future<List<Object[]>> recent =
                near.isEmpty() ? Future.succeededFuture(List.of()) : queries.recent(since, to, numbers, near.keySet());
        return recent.compose(some -> far.isEmpty()
                ? Future.succeededFuture(some)
                : queries.earlier(far, to, numbers).map(others -> together(some, others)));
    }

    private static List<Object[]> together(List<Object[]> some, List<Object[]> others) {
        List<Object[]> all = new ArrayList<>(some);
        all.addAll(others);
        all.sort(Comparator.comparingInt(row -> number(row[0])));
        return all;
    }

    /// Judges the items of the answers.
    /// @param to number of the last request
    Judged judge(Collection<Answer> answers, int to) {
        List<ItemTallies.Request> requests = new ArrayList<>();
        int last = 0;
        for (Object[] row : rows) {
            int number = number(row[0]);
            if (number != last && number <= to) {
                int parent = row[1] == null ? 0 : number(row[1]);
                requests.add(new ItemTallies.Request(number, parent, history.of(number)));
                last = number;
            }
        }
        return ItemTallies.judge(requests, AnswerCache.issued(answers));
    }

    /// The last request with a row about each answer.
    /// @param to number of the last request
    Map<Integer, Integer> last(int to) {
        Map<Integer, Integer> last = new HashMap<>();
        for (Object[] row : rows) {
            if (row[EXCHANGE] != null && number(row[0]) <= to) {
                last.merge(number(row[EXCHANGE]), number(row[0]), Math::max);
            }
        }
        return last;
    }

    /// The answers that some rows are about.
    static Set<Integer> answers(List<Object[]> rows) {
        Set<Integer> answers = new HashSet<>();
        for (Object[] row : rows) {
            if (row[EXCHANGE] != null) {
                answers.add(number(row[EXCHANGE]));
            }
        }
        return answers;
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }
}
