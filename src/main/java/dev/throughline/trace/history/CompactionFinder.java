package dev.throughline.trace.history;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.PrefixFacts;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestFacts.Compaction;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.AnswerMatcher;
import dev.throughline.trace.match.HistoryIndex;
import dev.throughline.trace.match.RequestIndex;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Finds the summary that a client sent in place of earlier answers, whatever role its message has: a message that
/// quotes an absent answer, or one of the assistant that is no answer, else a first text of a user that began none of
/// the requests before, else a system prompt that is another one than in the request before. A history that was only
/// cut has none.
final class CompactionFinder {
    private final RequestIndex requestIndex;
    private final AnswerMatcher answerMatcher;

    private CompactionFinder(RequestIndex requestIndex, AnswerMatcher answerMatcher) {
        this.requestIndex = requestIndex;
        this.answerMatcher = answerMatcher;
    }

    /// @param facts of the request, with its prefix
    static Optional<Compaction> find(
            RequestIndex requestIndex,
            AnswerMatcher answerMatcher,
            HistoryIndex history,
            ConversationLink link,
            RequestFacts facts) {
        OptionalInt parent = link.parent();
        Optional<TracedExchange> before = parent.isPresent() ? history.number(parent.getAsInt()) : Optional.empty();
        List<TracedExchange> path = before.map(history::chain).orElse(List.of());
        List<TracedExchange> absent = path.stream()
                .filter(answer -> answerMatcher.messages(answer).isEmpty() && !answerMatcher.isReferenced(answer))
                .toList();
        if (absent.isEmpty()) {
            return Optional.empty();
        }
        var finder = new CompactionFinder(requestIndex, answerMatcher);
        return finder.quoting(absent)
                .or(finder::unknownAnswer)
                .or(() -> finder.firstText(path))
                .or(() -> finder.systemPrompt(
                        before.flatMap(answer -> answer.facts().prefix()), facts.prefix()))
                .map(message -> new Compaction(message.role(), message.path()));
    }

    private Optional<Message> quoting(List<TracedExchange> absent) {
        Set<String> tokens = new HashSet<>();
        absent.forEach(answer -> answer.items().forEach(item -> tokens.add(item.token())));
        return requestIndex.byToken().entrySet().stream()
                .filter(entry -> tokens.contains(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .filter(spot -> !isResult(spot.part()))
                .map(RequestIndex.Spot::message)
                .min(Integer::compare)
                .map(requestIndex.request().messages()::get);
    }

    /// The output of an absent answer's call is none.
    private static boolean isResult(Part part) {
        return part instanceof Part.ToolResult;
    }

    private Optional<Message> unknownAnswer() {
        Set<Integer> known = new HashSet<>();
        answerMatcher.carried().forEach(carried -> known.addAll(carried.messages()));
        List<Message> messages = requestIndex.request().messages();
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).role() == Role.ASSISTANT && !known.contains(i)) {
                return Optional.of(messages.get(i));
            }
        }
        return Optional.empty();
    }

    /// @param path the requests before; of one that was recorded without it nothing is known
    private Optional<Message> firstText(List<TracedExchange> path) {
        Set<String> known = new HashSet<>();
        path.forEach(request ->
                known.add(request.facts().prefix().map(PrefixFacts::fresh).orElse("")));
        String first = MessageChain.firstUnit(requestIndex.request().messages());
        return known.contains("") || known.contains(first) ? Optional.empty() : first(Role.USER);
    }

    private Optional<Message> systemPrompt(Optional<PrefixFacts> before, Optional<PrefixFacts> now) {
        return before.map(PrefixFacts::system).equals(now.map(PrefixFacts::system))
                ? Optional.empty()
                : first(Role.SYSTEM);
    }

    private Optional<Message> first(Role role) {
        return requestIndex.request().messages().stream()
                .filter(message -> message.role() == role)
                .findFirst();
    }
}
