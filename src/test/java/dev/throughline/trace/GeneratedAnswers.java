package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.GeneratedEntry.Answer;
import dev.throughline.trace.GeneratedEntry.Call;
import dev.throughline.trace.GeneratedEntry.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Makes up answers, and what is recorded of them.
final class GeneratedAnswers {
    private static final byte[] KEY = new byte[32];

    private final Dialect dialect;
    private final Random random;
    private final List<String> common;
    private final boolean reusesCallIds;
    private final boolean repeatsContents;
    private final boolean hasTokens;

    /// @param common texts that answers often have
    GeneratedAnswers(
            Dialect dialect,
            Random random,
            List<String> common,
            boolean reusesCallIds,
            boolean repeatsContents,
            boolean hasTokens) {
        this.dialect = dialect;
        this.random = random;
        this.common = common;
        this.reusesCallIds = reusesCallIds;
        this.repeatsContents = repeatsContents;
        this.hasTokens = hasTokens;
    }

    private boolean one(int times) {
        return random.nextInt(times) == 0;
    }

    /// @param key from which its ids are derived
    Answer next(String key, TraceResult traced, boolean isTitle) {
        String name = "answer " + random.nextInt();
        int turn = traced.link().turn();
        String text = repeatsContents && one(2) || one(12) ? common.get(random.nextInt(common.size())) : name;
        List<Call> calls = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0 && !isTitle; i--) {
            calls.add(call(turn));
        }
        Optional<String> proof = dialect == Dialect.OPENAI_CHAT || one(3)
                ? Optional.empty()
                : Optional.of(one(2) ? new BlockSigner(KEY).sign(key, 0) : "proof of " + name);
        Optional<String> opaque = dialect == Dialect.OPENAI_CHAT || hasTokens || !one(6)
                ? Optional.empty()
                : Optional.of("opaque " + (one(6) ? "data" : name));
        String thought = one(repeatsContents ? 2 : 8) ? "" : one(10) ? "Hmm, let me think." : "thinking of " + name;
        String marked = thought.isEmpty() ? "" : token(Category.THINK, turn) + thought;
        return new Answer(
                key,
                marked,
                marked.isEmpty() ? Optional.empty() : proof,
                opaque,
                token(Category.CONTENT, turn) + text,
                calls,
                Form.AS_ISSUED);
    }

    private Call call(int turn) {
        String id = reusesCallIds ? "call_" + random.nextInt(9) : "call_" + Long.toHexString(random.nextLong());
        String command = one(3) ? "ls" : id;
        return new Call(
                id,
                "{\"command\":\"" + token(Category.TOOL_IN, turn) + command + "\"}",
                token(Category.TOOL_OUT, turn));
    }

    /// A new token; the empty text in a run without tokens.
    private String token(Category category, int turn) {
        return hasTokens ? TraceToken.of(category, dialect, turn, "%08x".formatted(random.nextInt())) + " " : "";
    }

    /// What is recorded of an answer.
    TracedExchange exchange(int number, TraceResult traced, Answer answer, ExchangeOutcome outcome) {
        var collected = collected(answer, outcome == ExchangeOutcome.COMPLETED);
        boolean isNothing = outcome == ExchangeOutcome.FAILED || outcome == ExchangeOutcome.OPEN;
        ConversationLink link = traced.link();
        return new TracedExchange(
                number,
                answer.key(),
                link.conversation() == 0 ? new ConversationLink(number, link.parent(), link.turn(), link.step()) : link,
                traced.facts(),
                isNothing ? List.of() : hasTokens ? marked(collected.items(), answer.calls()) : collected.items(),
                List.of(),
                Optional.of(collected.contentHash()).filter(hash -> !hash.isEmpty() && outcome != ExchangeOutcome.OPEN),
                outcome,
                Optional.empty());
    }

    private AnswerItemCollector collected(Answer answer, boolean isWhole) {
        var items = new AnswerItemCollector(dialect, () -> "reasoning_content");
        if (!answer.thought().isEmpty()) {
            items.on(new StreamEvent.ReasoningDelta(answer.thought()));
        }
        answer.proof().ifPresent(proof -> items.on(new StreamEvent.ReasoningSignature(proof)));
        answer.opaque().ifPresent(data -> items.on(new StreamEvent.RedactedReasoning(data)));
        items.on(new StreamEvent.TextDelta(answer.text()));
        for (int i = 0; i < answer.calls().size(); i++) {
            Call call = answer.calls().get(i);
            items.on(new StreamEvent.ToolCallStart(i, call.id(), "bash"));
            items.on(new StreamEvent.ToolCallArgs(i, call.input()));
            items.on(new StreamEvent.ToolCallEnd(i));
        }
        if (isWhole) {
            items.on(new StreamEvent.Finish(FinishReason.STOP));
        }
        return items;
    }

    /// The same items with the tokens in them, and the results that tools have to give.
    private static List<PlantedItem> marked(List<PlantedItem> items, List<Call> calls) {
        List<PlantedItem> marked = new ArrayList<>();
        for (PlantedItem item : items) {
            String token = item.category() == Category.TOOL_ID
                    ? item.token()
                    : TraceToken.findAll(item.value()).getFirst().toString();
            marked.add(numbered(marked.size(), item, item.category(), token, item.value()));
            Optional<Call> call = calls.stream()
                    .filter(one ->
                            item.category() == Category.TOOL_IN && one.input().equals(item.value()))
                    .findFirst();
            call.ifPresent(one -> marked.add(numbered(
                    marked.size(),
                    item,
                    Category.TOOL_OUT,
                    one.output().strip(),
                    one.output().strip())));
        }
        return marked;
    }

    private static PlantedItem numbered(int ordinal, PlantedItem item, Category category, String token, String value) {
        return new PlantedItem(
                ordinal, category, token, value, item.block(), item.field(), item.callId(), item.signature());
    }
}
