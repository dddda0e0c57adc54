package dev.throughline.run.tally;

import dev.throughline.run.Run;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.exchange.RecordedObservations;
import dev.throughline.run.tally.LostAnswers.Lost;
import dev.throughline.run.tally.RunTallies.Scored;
import dev.throughline.run.tally.SavedTally.Listed;
import dev.throughline.run.tally.TallyQueries.Answer;
import dev.throughline.run.tally.TallyQueries.Found;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.verdict.ItemTallies.Judged;
import dev.throughline.verdict.RunScoring;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Brings a tally up to date, in one transaction that sees the database as it is when it begins.
///
/// A number that is missing may belong to an exchange that is written later: nothing from there on is kept, until the
/// exchange after it is a minute old. If it comes after that, the run is counted anew.
final class TallyStep {
    private static final int PAGE = 500;
    private static final int KEPT_ANSWERS = 4_000;
    private static final Comparator<Listed> IN_ORDER = Comparator.comparingInt(Listed::first)
            .thenComparingInt(one -> one.verdict().exchange())
            .thenComparingInt(one -> one.verdict().ordinal());

    private final TallyQueries queries;
    private final int most;
    private final AnswerCache answers = new AnswerCache();
    private final ObservationHistory history = new ObservationHistory();
    private TallyState state;
    private int begun;
    private int last;
    private @Nullable SavedTally kept;
    private boolean isUnsettled;

    /// What the step reached.
    /// @param isWhole whether all exchanges are counted
    /// @param scored empty if some are not counted yet, or if the whole run has to be read to find the listed items
    /// @param kept what to save: up to the last exchange before which none can be missing
    /// @param added number of exchanges added to what was saved, or of all exchanges if that was out of date
    record Reached(boolean isWhole, Optional<Scored> scored, Optional<SavedTally> kept, int added) {}

    /// @param most exchanges that are added if more remain and the rest can be added later
    TallyStep(TallyQueries queries, Run run, int most) {
        this.queries = queries;
        this.most = most;
        this.state = new TallyState(run.settings().mode());
    }

    Future<Reached> from(Optional<SavedTally> saved) {
        return queries.snapshot()
                .compose(_ -> queries.changed(saved.map(SavedTally::counted)
                        .orElseGet(() -> state.saved().counted())))
                .compose(changed -> {
                    last = changed.last();
                    saved.filter(one -> isValid(one.counted(), changed)).ifPresent(one -> state = new TallyState(one));
                    begun = state.through();
                    return queries.ended(List.copyOf(state.open));
                })
                .compose(ended -> {
                    state.end(ended);
                    return last <= ScoredExchanges.WHOLE ? Future.succeededFuture() : pages();
                })
                .compose(_ -> reached());
    }

    private static boolean isValid(SavedTally.Counted counted, TallyQueries.Changed changed) {
        return changed.changed() == 0 && changed.unrecorded().equals(counted.unrecorded());
    }

    private Future<Void> pages() {
        boolean isEnough = canKeep() && state.through() - begun >= most;
        if (state.through() >= last || isEnough) {
            return Future.succeededFuture();
        }
        return queries.page(state.through(), last, PAGE).compose(this::page).compose(_ -> pages());
    }

    private boolean canKeep() {
        return !isUnsettled && state.through() >= ScoredExchanges.WHOLE;
    }

    private Future<Void> page(List<Found> page) {
        if (!isUnsettled && !isSettled(page)) {
            Future<Void> listed = canKeep() ? list().onSuccess(_ -> kept = state.saved()) : Future.succeededFuture();
            return listed.compose(_ -> {
                isUnsettled = true;
                return page(page);
            });
        }
        int after = state.through();
        state.add(page);
        int to = state.through();
        return queries.observations(after, to)
                .compose(rows -> learn(page, ObservingRequests.answers(rows)).compose(touched -> {
                    RecordedObservations.addTo(history, after < ScoredExchanges.WHOLE ? rows : List.of());
                    state.count(page, history, after < ScoredExchanges.WHOLE ? answers.all() : Map.of());
                    join(page, rows, touched);
                    return ObservingRequests.read(queries, touched.values(), state.joined, after)
                            .map(before -> {
                                List<Object[]> all = new ArrayList<>(before);
                                all.addAll(rows);
                                state.replace(new ObservingRequests(all), touched.values(), after, to);
                                forget();
                                return null;
                            });
                }));
    }

    private void forget() {
        if (state.through() >= ScoredExchanges.WHOLE) {
            answers.shrink(KEPT_ANSWERS);
        }
    }

    private boolean isSettled(List<Found> page) {
        int number = state.through();
        for (Found found : page) {
            if (found.trace().number() > number + 1 && !found.isSettled()) {
                return false;
            }
            number = found.trace().number();
        }
        return true;
    }

    /// The answers of some numbers, with those of a page known from now on.
    private Future<Map<Integer, Answer>> learn(List<Found> page, Set<Integer> numbers) {
        answers.add(page.stream()
                .filter(found -> !found.trace().items().isEmpty())
                .map(found -> new Answer(
                        found.trace().number(),
                        found.trace().link().turn(),
                        found.conversation(),
                        found.trace().items()))
                .toList());
        return queries.answers(answers.missing(numbers)).map(others -> {
            answers.add(others);
            return answers.of(numbers);
        });
    }

    private void join(List<Found> page, List<Object[]> rows, Map<Integer, Answer> touched) {
        Map<Integer, Integer> conversations = new HashMap<>();
        page.forEach(found -> conversations.put(found.trace().number(), found.conversation()));
        for (Object[] row : rows) {
            Answer answer = row[3] == null ? null : touched.get(((Number) row[3]).intValue());
            if (answer != null) {
                int request = ((Number) row[0]).intValue();
                state.joined.add(answer.conversation(), conversations.getOrDefault(request, answer.conversation()));
            }
        }
    }

    /// Lists the items of the first answers that lost something.
    private Future<Void> list() {
        Map<Integer, List<Listed>> known = state.unchanged();
        Set<Integer> others = new TreeSet<>();
        for (Lost one : state.lost.first(RunScoring.MOST_LISTED)) {
            if (!known.containsKey(one.answer())) {
                others.add(one.answer());
            }
        }
        int to = state.through();
        return queries.answers(others)
                .compose(found -> ObservingRequests.read(queries, found, state.joined, to)
                        .map(rows -> {
                            List<Listed> all = new ArrayList<>();
                            known.values().forEach(all::addAll);
                            Judged judged = new ObservingRequests(rows).judge(found, to);
                            for (int i = 0; i < judged.verdicts().size(); i++) {
                                all.add(new Listed(
                                        judged.first().get(i), judged.verdicts().get(i)));
                            }
                            all.sort(IN_ORDER);
                            state.list(all);
                            return null;
                        }));
    }

    private Future<Reached> reached() {
        boolean isWhole = state.through() >= last && last > ScoredExchanges.WHOLE;
        boolean isListed = isWhole && state.lost.knows(RunScoring.MOST_LISTED);
        Future<Void> listed = isListed ? list() : Future.succeededFuture();
        return listed.map(_ -> {
            Optional<SavedTally> keeps = canKeep() ? Optional.of(state.saved()) : Optional.ofNullable(kept);
            return new Reached(
                    state.through() >= last || last <= ScoredExchanges.WHOLE,
                    isListed ? Optional.of(new Scored(state.score(), state.tally())) : Optional.empty(),
                    keeps,
                    keeps.map(one -> one.counted().through() - begun).orElse(0));
        });
    }
}
