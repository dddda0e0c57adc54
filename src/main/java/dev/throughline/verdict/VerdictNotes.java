package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestFacts.Compaction;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunConduct;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

import static java.util.stream.Collectors.joining;

/// Notes for readers beside the statuses.
final class VerdictNotes {
    /// Begins the notes on summaries in place of earlier answers.
    static final String COMPACTED = "History compacted:";

    /// Begins the note on answers that the conversation went on without.
    static final String DROPPED = "Never came back:";

    /// Begins the note that a run holds no request with an earlier answer.
    static final String NO_HISTORY = "History not resumed: this client keeps none;";

    private static final int MOST_LEAKS = 100;

    private static final int MOST_COMPACTIONS = 20;

    private final List<String> leaks = new ArrayList<>();
    private final List<String> compactions = new ArrayList<>();
    private final BitSet compacted = new BitSet();
    private @Nullable Start firstStart;
    private @Nullable Start lastStart;
    private boolean hasSecondTurn;
    private @Nullable String model;
    private boolean switchesModel;
    private @Nullable String firstModel;
    private int switchedInTurn = Integer.MAX_VALUE;
    private boolean changesModelBack;
    private boolean isAborted;
    private boolean continuesAborted;
    private boolean leavesCall;
    private int longestTurn;
    private int leaked;
    private int failed;
    private int starts;
    private boolean isContinued;
    private final BitSet dropped = new BitSet();
    private @Nullable TracedExchange latest;

    /// A request that begins a conversation.
    private record Start(int number, int tools, String model) {
        boolean isSameClient(Start other) {
            return tools == other.tools && model.equals(other.model);
        }
    }

    /// Adds the next exchange of the run.
    void add(TracedExchange exchange) {
        RequestFacts facts = exchange.facts();
        hasSecondTurn |= exchange.link().turn() > 1;
        if (facts.kind() == RequestKind.MAIN) {
            facts.compaction().ifPresent(summary -> addCompaction(exchange, summary));
            addMain(exchange);
        }
        for (ForeignToken token : facts.foreignTokens()) {
            leaked++;
            if (leaks.size() < MOST_LEAKS) {
                leaks.add(leak(exchange, token));
            }
        }
        boolean isFailed = exchange.outcome() == ExchangeOutcome.FAILED
                || exchange.outcome() == ExchangeOutcome.CLIENT_GONE
                || exchange.outcome() == ExchangeOutcome.INTERRUPTED;
        failed += isFailed && facts.kind() != RequestKind.PASSED ? 1 : 0;
    }

    /// Later requests of the conversation carry the same summary.
    private void addCompaction(TracedExchange exchange, Compaction summary) {
        compacted.set(exchange.number());
        boolean isKnown = compacted.get(exchange.link().parent().orElse(0));
        if (!isKnown && compactions.size() < MOST_COMPACTIONS) {
            compactions.add("%s request %d has a summary in %s (%s) in place of earlier answers."
                    .formatted(COMPACTED, exchange.number(), summary.holder(), summary.path()));
        }
    }

    /// A later request of the same conversation that has one more user message, and not this answer. An answer that
    /// was asked for again, or whose question was edited, is no such one.
    private void addDropped(TracedExchange exchange) {
        TracedExchange before = latest;
        latest = exchange;
        if (before != null
                && before.outcome() == ExchangeOutcome.COMPLETED
                && !before.items().isEmpty()
                && exchange.link().parent().isPresent()
                && exchange.link().parent().equals(before.link().parent())
                && exchange.facts().userTurns() > before.facts().userTurns()
                && exchange.facts().compaction().isEmpty()) {
            dropped.set(before.number());
        }
    }

    private void addMain(TracedExchange exchange) {
        addDropped(exchange);
        isContinued |= exchange.link().parent().isPresent();
        String asked = exchange.facts().model();
        leavesCall = exchange.items().stream().anyMatch(item -> item.category() == Category.TOOL_ID);
        longestTurn = Math.max(longestTurn, exchange.link().step());
        if (firstModel == null) {
            firstModel = asked;
        }
        if (exchange.link().parent().isPresent()) {
            boolean isFirstModel = asked.equals(firstModel);
            switchedInTurn = isFirstModel
                    ? switchedInTurn
                    : Math.min(switchedInTurn, exchange.link().turn());
            changesModelBack |= isFirstModel && exchange.link().turn() > switchedInTurn;
            continuesAborted |= isAborted;
        }
        isAborted |= exchange.outcome() == ExchangeOutcome.CLIENT_GONE;
        switchesModel |= model != null && !model.equals(asked);
        model = asked;
        if (exchange.link().parent().isEmpty() && exchange.facts().retryOf().isEmpty()) {
            starts++;
            lastStart = new Start(exchange.number(), exchange.facts().tools(), asked);
            if (firstStart == null) {
                firstStart = lastStart;
            }
        }
    }

    RunConduct conduct() {
        return new RunConduct(longestTurn, changesModelBack, continuesAborted, leavesCall);
    }

    /// @param isAnyAbsent whether an earlier answer is absent from a request
    List<String> all(boolean isAnyAbsent) {
        List<String> notes = new ArrayList<>();
        newSession().ifPresent(notes::add);
        notes.addAll(compactions);
        if (!dropped.isEmpty()) {
            notes.add("%s %s; the conversation went on without it.".formatted(DROPPED, answers(dropped)));
        }
        if (isAnyAbsent && compactions.isEmpty()) {
            notes.add("Earlier answers are absent from a later request: the history was compacted or cut.");
        }
        if (switchesModel) {
            notes.add("The model changed in this run: reasoning of another model was not due.");
        }
        notes.addAll(leaks);
        if (leaked > leaks.size()) {
            notes.add("LEAKED: %d more tokens of other runs; they were not counted.".formatted(leaked - leaks.size()));
        }
        if (failed > 0) {
            notes.add(failed + " answers did not complete; what they planted was not due.");
        }
        return notes;
    }

    /// For instance `answer 3` or `answers 3, 5`.
    static String answers(BitSet numbers) {
        String listed = numbers.stream()
                .limit(MOST_COMPACTIONS)
                .mapToObj(Integer::toString)
                .collect(joining(", "));
        int more = numbers.cardinality() - MOST_COMPACTIONS;
        return (numbers.cardinality() == 1 ? "answer " : "answers ")
                + listed
                + (more > 0 ? " and %d more".formatted(more) : "");
    }

    private static String leak(TracedExchange exchange, ForeignToken token) {
        return "LEAKED: request %d holds %s of another run at %s; it was not counted."
                .formatted(exchange.number(), token.token(), token.path());
    }

    /// A later conversation of the same client has no knowledge of an earlier one.
    private Optional<String> newSession() {
        Start first = firstStart;
        Start last = lastStart;
        if (first == null || last == null || first.equals(last) || hasSecondTurn || !first.isSameClient(last)) {
            return Optional.empty();
        }
        if (starts > 2 && !isContinued) {
            return Optional.of("%s none of its %d requests carries an earlier answer.".formatted(NO_HISTORY, starts));
        }
        return Optional.of("History not resumed: request %d starts over and carries nothing of request %d."
                .formatted(last.number(), first.number()));
    }
}
