package dev.throughline.trace.request;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Clues;
import dev.throughline.trace.Link;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.Tracing;
import dev.throughline.trace.match.AnswerIds;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.Links;
import dev.throughline.trace.match.Matching;
import dev.throughline.trace.match.Reading;
import dev.throughline.trace.match.Shown;
import dev.throughline.trace.match.SplitAnswers;
import dev.throughline.trace.repair.SignedReasoning;
import dev.throughline.trace.sighting.Dues;
import dev.throughline.trace.sighting.Observer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Follows conversations. Pure: the same request and history give the same result.
public final class Tracer {
    private Tracer() {}

    /// What to look up before `trace`.
    /// @param bodyHash SHA-256 (hex) of the body as it came
    public static Clues clues(Conversation request, String bodyHash) {
        var reading = new Reading(request);
        Set<String> callIds = new HashSet<>(reading.callsById().keySet());
        callIds.addAll(reading.resultsById().keySet());
        Set<String> tokens = new HashSet<>(reading.byToken().keySet());
        Set<String> hashes = new HashSet<>();
        Set<String> keys = new HashSet<>();
        request.previousResponse().flatMap(AnswerIds::parse).ifPresent(id -> keys.add(id.key()));
        hashes.addAll(SplitAnswers.hashes(request.messages()));
        for (Message message : request.messages()) {
            if (message.role() == Role.ASSISTANT) {
                hashes.addAll(Shown.hashes(message));
            }
            for (Part part : message.parts()) {
                SignedReasoning.proof(part)
                        .flatMap(BlockSignature::parse)
                        .ifPresent(proof -> keys.add(proof.answerKey()));
                switch (part) {
                    case Part.Reference(String _, String id) ->
                        AnswerIds.parse(id).ifPresent(name -> keys.add(name.key()));
                    case Part.RedactedReasoning(String _, String data) -> tokens.add(data);
                    case Part.Reasoning _,
                            Part.Text _,
                            Part.ToolCall _,
                            Part.ToolResult _,
                            Part.Image _,
                            Part.Other _ -> {}
                }
            }
        }
        return new Clues(tokens, callIds, hashes, keys, bodyHash);
    }

    /// Finds the conversation that a request continues and what it did with each earlier item.
    /// @param headers the request's headers that may name a session, names in lower case; never credentials
    public static Tracing trace(
            Conversation request, String bodyHash, Map<String, String> headers, RunHistory history) {
        var reading = new Reading(request);
        var index = HistoryIndex.ofConversations(history);
        RequestFacts facts = FactsReader.read(reading, bodyHash, headers, history, index);
        if (facts.kind() != RequestKind.MAIN) {
            return new Tracing(Link.start(), facts, List.of());
        }
        Matching matching = Matching.of(reading, index);
        Link link = Links.of(reading, facts.kind(), matching.last(), index);
        var observer = new Observer(reading, matching, link, new Dues(history.policy(), facts));
        var prefix = PrefixReader.read(request, facts, matching.last());
        return new Tracing(link, facts.with(prefix), observer.observe(index));
    }
}
