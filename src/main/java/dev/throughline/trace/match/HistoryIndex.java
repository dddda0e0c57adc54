package dev.throughline.trace.match;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Indexes the exchanges of a run by everything of them that a request may carry.
public final class HistoryIndex {
    private static final int MOST_USES = 16;

    private final Map<Integer, TracedExchange> byNumber = new HashMap<>();
    private final Map<String, TracedExchange> byToken = new HashMap<>();
    private final Map<String, List<TracedExchange>> byOpaque = new HashMap<>();
    private final Map<String, List<TracedExchange>> byCallId = new HashMap<>();
    private final Map<String, List<TracedExchange>> byThought = new HashMap<>();
    private final Map<String, List<TracedExchange>> byContent = new HashMap<>();
    private final Map<Siblings, List<TracedExchange>> siblings = new HashMap<>();
    private final Map<String, TracedExchange> byAnswerKey = new HashMap<>();
    private final Map<Integer, List<TracedExchange>> byParent = new HashMap<>();
    private final Map<String, List<TracedExchange>> byBody = new HashMap<>();
    private final Map<Integer, Map<String, PlantedItem>> signedItems = new HashMap<>();
    private final Predicate<TracedExchange> isExpected;

    /// The common key of answers to one request with the same visible content.
    /// @param parent number of the answer that they continue, 0 for none
    private record Siblings(int parent, String contentHash) {}

    private HistoryIndex(RunHistory history, Predicate<TracedExchange> isExpected) {
        this.isExpected = isExpected;
        for (TracedExchange exchange : history.exchanges()) {
            byNumber.put(exchange.number(), exchange);
            byAnswerKey.put(exchange.answerKey(), exchange);
            exchange.link().parent().ifPresent(parent -> list(byParent, parent).add(exchange));
            list(byBody, exchange.facts().bodyHash()).add(exchange);
            if (isExpected.test(exchange)) {
                exchange.contentHash().ifPresent(hash -> index(hash, exchange));
                exchange.items().forEach(item -> index(item, exchange));
            }
        }
    }

    /// All answers.
    public static HistoryIndex ofAll(RunHistory history) {
        return new HistoryIndex(history, _ -> true);
    }

    /// The answers of conversations by their content; answers to auxiliary requests (titles, warm-ups) are
    /// not expected anywhere.
    public static HistoryIndex ofConversations(RunHistory history) {
        return new HistoryIndex(history, exchange -> exchange.facts().kind() == RequestKind.MAIN);
    }

    private void index(String contentHash, TracedExchange exchange) {
        list(byContent, contentHash).add(exchange);
        int parent = exchange.link().parent().orElse(0);
        list(siblings, new Siblings(parent, contentHash)).add(exchange);
    }

    private void index(PlantedItem item, TracedExchange exchange) {
        if (item.category() == Category.TOOL_ID) {
            once(byCallId, item.value(), exchange);
        } else if (!item.token().isEmpty()) {
            byToken.put(item.token(), exchange);
        } else if (item.field().equals(ReasoningFields.REDACTED)) {
            once(byOpaque, item.value(), exchange);
        } else if (item.category() == Category.THINK && !item.value().isBlank()) {
            list(byThought, item.value()).add(exchange);
        }
    }

    public Optional<TracedExchange> number(int number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    Optional<TracedExchange> token(String token) {
        return Optional.ofNullable(byToken.get(token));
    }

    /// The answer with this opaque reasoning; empty if several have it.
    Optional<TracedExchange> opaque(String data) {
        List<TracedExchange> same = byOpaque.getOrDefault(data, List.of());
        return same.size() == 1 ? Optional.of(same.getFirst()) : Optional.empty();
    }

    /// The answers with a call of this id; several if a backend reuses ids.
    List<TracedExchange> callId(String id) {
        return byCallId.getOrDefault(id, List.of());
    }

    /// The answers that all known calls of a message may belong to. An id that a backend uses repeatedly is
    /// inconclusive.
    public List<TracedExchange> byCalls(Message message) {
        Optional<List<TracedExchange>> common = Optional.empty();
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolCall call && !callId(call.id()).isEmpty()) {
                List<TracedExchange> these = callId(call.id());
                if (these.size() <= MOST_USES) {
                    common = Optional.of(common.map(others ->
                                    others.stream().filter(these::contains).toList())
                            .orElse(these));
                }
            }
        }
        return common.orElse(List.of());
    }

    /// The answers with this reasoning, for answers without trace tokens.
    List<TracedExchange> thought(String text) {
        return byThought.getOrDefault(text, List.of());
    }

    Optional<TracedExchange> answerKey(String key) {
        return Optional.ofNullable(byAnswerKey.get(key));
    }

    /// A reasoning block and the answer that contained it.
    public record SignedItem(TracedExchange exchange, PlantedItem item) {}

    /// The block for which one of our proofs was issued; empty unless the run recorded exactly this proof.
    public Optional<SignedItem> signed(String signature) {
        Optional<TracedExchange> answer =
                BlockSignature.parse(signature).flatMap(proof -> answerKey(proof.answerKey()));
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        return Optional.ofNullable(signed(answer.get()).get(signature)).map(item -> new SignedItem(answer.get(), item));
    }

    private Map<String, PlantedItem> signed(TracedExchange answer) {
        return signedItems.computeIfAbsent(answer.number(), _ -> {
            Map<String, PlantedItem> items = new HashMap<>();
            answer.items().forEach(item -> {
                item.signature().ifPresent(proof -> items.putIfAbsent(proof, item));
                if (item.category() == Category.THINK && BlockSignature.isOurs(item.value())) {
                    items.putIfAbsent(item.value(), item);
                }
            });
            return items;
        });
    }

    public List<TracedExchange> content(String hash) {
        return byContent.getOrDefault(hash, List.of());
    }

    /// Whether `content` of this hash contains the answer.
    boolean isContent(String hash, TracedExchange exchange) {
        return isExpected.test(exchange) && exchange.contentHash().equals(Optional.of(hash));
    }

    /// The answers of `content` that continue one answer; always the same list for the same arguments.
    /// @param parent number of that answer, 0 for answers that begin a conversation
    public List<TracedExchange> siblings(int parent, String hash) {
        return siblings.getOrDefault(new Siblings(parent, hash), List.of());
    }

    List<TracedExchange> children(int parent) {
        return byParent.getOrDefault(parent, List.of());
    }

    /// Earlier exchanges whose request had the same body, latest last.
    public List<TracedExchange> body(String hash) {
        return byBody.getOrDefault(hash, List.of());
    }

    /// An exchange and all its predecessors, latest first.
    public List<TracedExchange> chain(TracedExchange last) {
        List<TracedExchange> chain = new ArrayList<>();
        Set<Integer> numbers = new HashSet<>();
        Optional<TracedExchange> next = Optional.of(last);
        while (next.isPresent() && numbers.add(next.get().number())) {
            chain.add(next.get());
            var parent = next.get().link().parent();
            next = parent.isPresent() ? number(parent.getAsInt()) : Optional.empty();
        }
        return chain;
    }

    /// Whether no other answer has the content or a call id of this one.
    public boolean isUnique(TracedExchange answer) {
        return answer.contentHash().stream().allMatch(hash -> content(hash).size() <= 1)
                && answer.items().stream()
                        .filter(item -> item.category() == Category.TOOL_ID)
                        .allMatch(item -> callId(item.value()).size() <= 1);
    }

    /// An answer that has something twice is one answer.
    private static void once(Map<String, List<TracedExchange>> index, String key, TracedExchange exchange) {
        List<TracedExchange> all = list(index, key);
        if (all.isEmpty() || all.getLast() != exchange) {
            all.add(exchange);
        }
    }

    private static <K> List<TracedExchange> list(Map<K, List<TracedExchange>> index, K key) {
        return index.computeIfAbsent(key, any -> new ArrayList<>(1));
    }
}
