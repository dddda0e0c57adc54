package dev.throughline.trace.history;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ReasoningTurns;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.SettledHistory;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.AnswerMatcher;
import dev.throughline.trace.match.ConversationLinker;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.sighting.ExpectationRules;
import dev.throughline.trace.sighting.ItemObserver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/// A request that may continue an earlier one whose history was settled: it repeats that history, and adds the
/// answer and what follows it. Traced without the history; the result is the same as of the whole, or none.
///
/// May be assumed of what is found: the keys name no other exchange than the earlier request's; no other
/// exchange has the content or a call id of one of its conversation; none has the same body.
public final class Continuation {
    private final Conversation request;
    private final MessageChain chain;
    private final String bodyHash;
    private final Map<String, String> headers;
    private final int answer;
    private final UUID before;
    private final UUID whole;
    private final boolean beginsTurn;

    private Continuation(
            Conversation request, MessageChain chain, String bodyHash, Map<String, String> headers, int answer) {
        this.request = request;
        this.chain = chain;
        this.bodyHash = bodyHash;
        this.headers = Map.copyOf(headers);
        this.answer = answer;
        this.before = chain.at(answer);
        this.whole = chain.at(request.messages().size());
        this.beginsTurn = new RequestIndex(from(answer)).beginsTurn();
    }

    /// Empty for a request that only its whole history shows what it continues.
    /// @param bodyHash SHA-256 (hex) of the body as received
    /// @param headers those that may identify a session, as for `HistoryTracer.trace`
    static Optional<Continuation> of(
            Conversation request, MessageChain chain, String bodyHash, Map<String, String> headers) {
        List<Message> messages = request.messages();
        int last = messages.size() - 1;
        while (last >= 0 && messages.get(last).role() != Role.ASSISTANT) {
            last--;
        }
        boolean isBehindRequest = last > 0 && messages.get(last - 1).role() != Role.ASSISTANT;
        return isBehindRequest
                        && last < messages.size() - 1
                        && request.previousResponse().isEmpty()
                ? Optional.of(new Continuation(request, chain, bodyHash, headers, last))
                : Optional.empty();
    }

    /// The hash of the earlier request's history.
    public UUID before() {
        return before;
    }

    /// Whether the request begins a user turn: what has to be returned of the turn before it changes.
    public boolean beginsTurn() {
        return beginsTurn;
    }

    /// The keys to look up for the answer and of what follows it. Opaque reasoning is not: it is as issued with the
    /// answer, or the history is not settled.
    public LookupKeys keys() {
        return HistoryTracer.clues(from(answer), bodyHash, false);
    }

    /// @param before the history of the earlier request
    /// @param found that request's exchange, after those of its user turn before it if a turn begins
    /// @return empty if the answer was not given back with its visible content, or anything else is not certain
    public Optional<TraceResult> trace(SettledHistory before, RunHistory found) {
        TracedExchange parent = found.exchanges().getLast();
        List<TracedExchange> path = path(found);
        boolean isWholeTurn = !beginsTurn || path.size() == parent.link().step();
        int from = start(path.size());
        RequestFacts facts = RequestFactsReader.read(request, bodyHash, headers, OptionalInt.empty(), List.of());
        boolean isExpectedAlike = facts.kind() == RequestKind.MAIN
                && facts.model().equals(parent.facts().model())
                && facts.clearThinking().equals(parent.facts().clearThinking());
        if (!isWholeTurn || !isExpectedAlike || from < 0) {
            return Optional.empty();
        }
        var requestIndex = new RequestIndex(from(from));
        var index = HistoryIndex.ofConversations(new RunHistory(found.policy(), path, Map.of()));
        AnswerMatcher matcher = AnswerMatcher.of(requestIndex, index);
        ConversationLink link = ConversationLinker.of(requestIndex, facts.kind(), matcher.last(), index);
        List<Observation> observations = new ItemObserver(
                        requestIndex, matcher, link, new ExpectationRules(found.policy(), facts))
                .observe(index);
        return SettledHistoryRule.of(requestIndex, matcher, path, observations)
                .filter(_ -> link.parent().equals(OptionalInt.of(parent.number())))
                .map(rule -> new TraceResult(
                        link,
                        facts.with(PrefixFactsReader.read(request, chain, facts, Optional.of(parent))),
                        observations,
                        new ObservationChanges(false, observations, List.of(), Optional.of(false)),
                        Optional.of(longer(before, parent, rule)),
                        true));
    }

    /// The history with the answers that were examined; those of a turn before are examined whole.
    private SettledHistory longer(SettledHistory before, TracedExchange parent, SettledHistoryRule rule) {
        ReasoningTurns earlier =
                beginsTurn ? before.reasoning().without(parent.link().turn()) : before.reasoning();
        return new SettledHistory(whole, before.isIntact() && rule.isIntact(), earlier.with(rule.reasoning()));
    }

    /// The answers to examine: the parent's, and those before it in its turn if another begins.
    private List<TracedExchange> path(RunHistory found) {
        TracedExchange parent = found.exchanges().getLast();
        if (!beginsTurn) {
            return List.of(parent);
        }
        Map<Integer, TracedExchange> ofTurn = new HashMap<>();
        found.exchanges().stream()
                .filter(exchange -> exchange.link().turn() == parent.link().turn())
                .forEach(exchange -> ofTurn.put(exchange.number(), exchange));
        Deque<TracedExchange> path = new ArrayDeque<>();
        TracedExchange next = parent;
        while (next != null) {
            path.addFirst(next);
            next = ofTurn.remove(next.link().parent().orElse(0));
        }
        return List.copyOf(path);
    }

    /// Index of the message with the first of the last answers; -1 if there are fewer.
    private int start(int answers) {
        int left = answers;
        int index = request.messages().size();
        while (left > 0 && index > 0) {
            index--;
            left -= request.messages().get(index).role() == Role.ASSISTANT ? 1 : 0;
        }
        return left > 0 ? -1 : index;
    }

    private Conversation from(int index) {
        return request.withMessages(
                request.messages().subList(index, request.messages().size()));
    }
}
