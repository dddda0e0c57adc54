package dev.throughline.trace.history;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.SettledHistory;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.AnswerId;
import dev.throughline.trace.match.AnswerMatcher;
import dev.throughline.trace.match.ContentFingerprints;
import dev.throughline.trace.match.ConversationLinker;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.RequestIndex;
import dev.throughline.trace.match.SplitAnswerDetector;
import dev.throughline.trace.sighting.ExpectationRules;
import dev.throughline.trace.sighting.ItemObserver;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Traces conversations. Pure: the same request and history yield the same result.
public final class HistoryTracer {
    private HistoryTracer() {}

    /// The keys to look up before `trace`.
    /// @param bodyHash SHA-256 (hex) of the body as received
    public static LookupKeys clues(Conversation request, String bodyHash) {
        return clues(request, bodyHash, true);
    }

    /// @param withOpaque whether opaque reasoning is looked up
    static LookupKeys clues(Conversation request, String bodyHash, boolean withOpaque) {
        var requestIndex = new RequestIndex(request);
        Set<String> callIds = new HashSet<>(requestIndex.callsById().keySet());
        callIds.addAll(requestIndex.resultsById().keySet());
        Set<String> tokens = new HashSet<>(requestIndex.byToken().keySet());
        Set<String> hashes = new HashSet<>();
        Set<String> keys = new HashSet<>();
        request.previousResponse().flatMap(AnswerId::parse).ifPresent(id -> keys.add(id.key()));
        hashes.addAll(SplitAnswerDetector.hashes(request.messages()));
        for (Message message : request.messages()) {
            if (message.role() == Role.ASSISTANT) {
                hashes.addAll(ContentFingerprints.hashes(message));
            }
            for (Part part : message.parts()) {
                BlockSignature.in(part).flatMap(BlockSignature::parse).ifPresent(proof -> keys.add(proof.answerKey()));
                switch (part) {
                    case Part.Reference(String _, String id) ->
                        AnswerId.parse(id).ifPresent(name -> keys.add(name.key()));
                    case Part.RedactedReasoning(String _, String data) when withOpaque -> tokens.add(data);
                    case Part.RedactedReasoning _,
                            Part.Reasoning _,
                            Part.Text _,
                            Part.ToolCall _,
                            Part.ToolResult _,
                            Part.Image _,
                            Part.Other _ -> {}
                }
            }
        }
        return new LookupKeys(tokens, callIds, hashes, keys, bodyHash);
    }

    /// Finds the conversation that a request continues and what it did with each earlier item.
    /// @param headers the request's headers that may identify a session, names in lower case; never credentials
    public static TraceResult trace(
            Conversation request, String bodyHash, Map<String, String> headers, RunHistory history) {
        return trace(request, MessageChain.of(request), bodyHash, headers, history);
    }

    /// The same, for a request whose history is hashed already.
    public static TraceResult trace(
            Conversation request,
            MessageChain chain,
            String bodyHash,
            Map<String, String> headers,
            RunHistory history) {
        var requestIndex = new RequestIndex(request);
        var index = HistoryIndex.ofConversations(history);
        RequestFacts facts = RequestFactsReader.read(requestIndex, bodyHash, headers, history, index);
        if (facts.kind() != RequestKind.MAIN) {
            return new TraceResult(ConversationLink.start(), facts, List.of());
        }
        AnswerMatcher answerMatcher = AnswerMatcher.of(requestIndex, index);
        ConversationLink conversationLink =
                ConversationLinker.of(requestIndex, facts.kind(), answerMatcher.last(), index);
        var itemObserver = new ItemObserver(
                requestIndex, answerMatcher, conversationLink, new ExpectationRules(history.policy(), facts));
        var prefix = PrefixFactsReader.read(request, chain, facts, answerMatcher.last());
        List<Observation> observations = itemObserver.observe(index);
        RequestFacts whole = facts.with(prefix);
        return new TraceResult(
                conversationLink,
                CompactionFinder.find(requestIndex, answerMatcher, index, conversationLink, whole)
                        .map(whole::with)
                        .orElse(whole),
                observations,
                ObservationChanges.since(conversationLink.parent(), observations, history),
                settled(requestIndex, chain, answerMatcher, index, observations),
                false);
    }

    /// The history, if all of its answers are known and have their visible content, and can be no others.
    private static Optional<SettledHistory> settled(
            RequestIndex requestIndex,
            MessageChain chain,
            AnswerMatcher answerMatcher,
            HistoryIndex index,
            List<Observation> found) {
        List<TracedExchange> answers =
                answerMatcher.last().map(index::chain).orElse(List.of()).reversed();
        boolean isWhole =
                answers.isEmpty() || answers.getFirst().link().parent().isEmpty();
        if (!isWhole || !answers.stream().allMatch(index::isUnique)) {
            return Optional.empty();
        }
        return SettledHistoryRule.of(requestIndex, answerMatcher, answers, found)
                .map(rule -> new SettledHistory(
                        chain.at(requestIndex.request().messages().size()), rule.isIntact(), rule.reasoning()));
    }
}
