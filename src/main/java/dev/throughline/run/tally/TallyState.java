package dev.throughline.run.tally;

import dev.throughline.run.ExchangeCounts;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunTally;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.tally.LostAnswers.Lost;
import dev.throughline.run.tally.SavedTally.Gap;
import dev.throughline.run.tally.SavedTally.Listed;
import dev.throughline.run.tally.TallyQueries.Answer;
import dev.throughline.run.tally.TallyQueries.Found;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.ItemTallies;
import dev.throughline.verdict.ItemTallies.Judged;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.RunOutline;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunScoring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The counts of a run up to an exchange, to which later exchanges are added.
///
/// What is counted of an item changes with each request that does something new with it: such answers are taken away
/// as they were and added as they are.
final class TallyState {
    /// The answers that lost something of which the order is kept: more than are listed, since the first of them can
    /// move behind others.
    static final int MOST_LOST = 10 * RunScoring.MOST_LISTED;

    final RunScoring.Requests requests;
    final ExchangeCounts counts;
    final ItemTallies items;
    final LostAnswers lost;
    final JoinedConversations joined;
    final Set<Integer> open;
    /// Conversations with requests since the items were listed.
    final Set<Integer> continued = new HashSet<>();

    private final List<Gap> gaps;
    private final Set<Integer> interrupted;
    private final Set<Integer> unrecorded;
    private List<Listed> listed;
    private int through;

    /// That of a run without exchanges.
    TallyState(RunMode mode) {
        int[] continuations = new int[ScoredExchanges.WHOLE + 1];
        Arrays.fill(continuations, 1);
        requests = new RunScoring.Requests();
        counts = new ExchangeCounts(RunOutline.small(continuations), mode);
        items = new ItemTallies();
        lost = new LostAnswers(List.of(), 0, MOST_LOST);
        joined = new JoinedConversations(List.of());
        gaps = new ArrayList<>();
        open = new TreeSet<>();
        interrupted = new TreeSet<>();
        unrecorded = new TreeSet<>();
        listed = List.of();
    }

    TallyState(SavedTally saved) {
        SavedTally.Counted counted = saved.counted();
        requests = new RunScoring.Requests(counted.requests());
        counts = new ExchangeCounts(counted.run().with(saved.preserved()), counted.distinctParams());
        items = ItemTallies.of(counted.items());
        lost = new LostAnswers(counted.lost(), counted.moreLost(), MOST_LOST);
        joined = new JoinedConversations(counted.joined());
        gaps = new ArrayList<>(counted.gaps());
        open = new TreeSet<>(counted.open());
        interrupted = new TreeSet<>(counted.interrupted());
        unrecorded = new TreeSet<>(counted.unrecorded());
        listed = saved.listed();
        through = counted.through();
    }

    /// Number of the last exchange that is counted.
    int through() {
        return through;
    }

    /// Adds how exchanges ended that are counted as open.
    void end(List<Found> ended) {
        for (Found found : ended) {
            requests.ended(found.trace());
            counts.ended(found.trace(), found.anomalies());
            open.remove(found.trace().number());
            mark(found);
        }
    }

    /// Adds the next exchanges without what their requests did.
    void add(List<Found> page) {
        for (Found found : page) {
            int number = found.trace().number();
            if (number > through + 1) {
                gaps.add(new Gap(through + 1, number - 1));
            }
            through = number;
            requests.add(found.trace());
            continued.add(found.conversation());
            if (found.trace().outcome() == ExchangeOutcome.OPEN) {
                open.add(number);
            }
            mark(found);
        }
    }

    /// Counts the next exchanges.
    /// @param history with what the first requests of the run did
    /// @param answers at least those that the first requests did something with
    void count(List<Found> page, ObservationHistory history, Map<Integer, IssuedAnswer> answers) {
        for (Found found : page) {
            TracedExchange trace = found.trace().number() <= ScoredExchanges.WHOLE
                    ? observed(found.trace(), history.of(found.trace().number()))
                    : found.trace();
            counts.add(trace, found.anomalies(), found.repairs(), answers);
        }
    }

    private static TracedExchange observed(TracedExchange exchange, List<Observation> observations) {
        return new TracedExchange(
                exchange.number(),
                exchange.answerKey(),
                exchange.link(),
                exchange.facts(),
                exchange.items(),
                observations,
                exchange.contentHash(),
                exchange.outcome());
    }

    private void mark(Found found) {
        if (found.trace().outcome() == ExchangeOutcome.INTERRUPTED) {
            interrupted.add(found.trace().number());
        }
        if (found.isUnrecorded()) {
            unrecorded.add(found.trace().number());
        }
    }

    /// Replaces what was counted of some answers.
    /// @param after the last request that was counted
    /// @param to the last one that is
    void replace(ObservingRequests observing, Collection<Answer> answers, int after, int to) {
        Judged before = observing.judge(answers, after);
        Judged now = observing.judge(answers, to);
        items.minus(before.tallies());
        items.plus(now.tallies());
        lost.replace(lost(before, observing.last(after), answers), lost(now, observing.last(to), answers));
    }

    private static List<Lost> lost(Judged judged, Map<Integer, Integer> last, Collection<Answer> answers) {
        Set<Integer> losing = new HashSet<>();
        for (ItemVerdict verdict : judged.verdicts()) {
            if (verdict.counts() && verdict.outcome().isLoss()) {
                losing.add(verdict.exchange());
            }
        }
        return answers.stream()
                .filter(answer -> losing.contains(answer.number()))
                .map(answer -> new Lost(last.getOrDefault(answer.number(), 0), answer.number(), answer.conversation()))
                .toList();
    }

    /// The items that are listed, by answer; only those of answers that no request can have changed since.
    Map<Integer, List<Listed>> unchanged() {
        Map<Integer, Lost> known = new HashMap<>();
        lost.first(RunScoring.MOST_LISTED).forEach(one -> known.put(one.answer(), one));
        Map<Integer, List<Listed>> unchanged = new HashMap<>();
        for (Listed one : listed) {
            Lost answer = known.get(one.verdict().exchange());
            if (answer != null && joined.of(answer.conversation()).stream().noneMatch(continued::contains)) {
                unchanged
                        .computeIfAbsent(answer.answer(), _ -> new ArrayList<>())
                        .add(one);
            }
        }
        return unchanged;
    }

    void list(List<Listed> items) {
        listed = List.copyOf(items);
        continued.clear();
    }

    RunScore score() {
        return counts.repaired(
                requests.score(items, listed.stream().map(Listed::verdict).toList()));
    }

    RunTally tally() {
        return counts.tally();
    }

    SavedTally saved() {
        RunTally tally = counts.tally();
        var counted = new SavedTally.Counted(
                through,
                List.copyOf(gaps),
                List.copyOf(open),
                List.copyOf(interrupted),
                List.copyOf(unrecorded),
                requests.state(),
                tally.with(List.of()),
                counts.distinctParams(),
                items.counts(),
                lost.first(),
                lost.more(),
                joined.all());
        return new SavedTally(counted, continued.isEmpty() ? listed : List.of(), tally.preservation());
    }
}
