package dev.throughline.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.text.Sha256;
import dev.throughline.trace.GeneratedHistory.Entry;
import dev.throughline.trace.answer.AnswerItemCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/// Makes up the traffic of one run: several conversations of clients that keep their history or do not, that
/// repeat requests, send several at once, go back, fork, compact, move the markers of a provider's cache, change
/// model and options, and answers that repeat contents and call ids, fail, or are still being given. Requests of
/// one step are read before any of them is recorded, as if other processes served them.
public final class GeneratedTraffic {
    private static final List<String> COMMON = List.of("OK", "Done.", "Let me look at that file.");
    private static final byte[] KEY = new byte[32];

    private final Dialect dialect;
    private final Random random;
    private final List<Branch> branches = new ArrayList<>();
    private final boolean reusesCallIds;
    private final boolean repeatsContents;

    public GeneratedTraffic(Dialect dialect, Random random) {
        this.dialect = dialect;
        this.random = random;
        this.reusesCallIds = one(6);
        this.repeatsContents = one(3);
    }

    /// A client's view of a conversation.
    /// @param isCareful whether it returns answers unchanged
    private record Branch(List<Entry> entries, boolean isCareful, boolean isTitle) {
        Branch fork() {
            return new Branch(new ArrayList<>(entries), isCareful, isTitle);
        }
    }

    /// @param branch the conversation that its answer continues
    public record Sent(Conversation request, String bodyHash, int branch) {}

    private boolean one(int times) {
        return random.nextInt(times) == 0;
    }

    /// The next requests; they are in progress at once.
    public List<Sent> next() {
        int at = branches.isEmpty() || one(9) ? begin() : random.nextInt(branches.size());
        Branch branch = branches.get(at);
        if (!branch.isCareful() || one(12)) {
            change(branch);
        }
        proceed(branch.entries());
        List<Sent> sent = new ArrayList<>();
        sent.add(sent(at));
        if (one(12)) {
            // The same request again, or another one of the same history.
            branches.add(branch.fork());
            if (one(2)) {
                branches.getLast().entries().add(new Entry.Said(Role.USER, "and " + random.nextInt()));
            }
            sent.add(sent(branches.size() - 1));
        }
        if (one(repeatsContents ? 4 : 12)) {
            sent.addAll(again(branch));
        }
        if (one(10) && branches.size() > 1) {
            int other = random.nextInt(branches.size());
            proceed(branches.get(other).entries());
            sent.add(sent(other));
        }
        return sent;
    }

    /// The request that an earlier answer was given to, once more.
    private List<Sent> again(Branch branch) {
        Branch earlier = branch.fork();
        List<Entry> entries = earlier.entries();
        int end = random.nextInt(entries.size());
        while (end < entries.size() && !(entries.get(end) instanceof Entry.Answer)) {
            end++;
        }
        if (end == entries.size()) {
            return List.of();
        }
        entries.subList(end, entries.size()).clear();
        branches.add(earlier);
        return List.of(sent(branches.size() - 1));
    }

    private int begin() {
        boolean isTitle = one(8);
        List<Entry> entries = new ArrayList<>();
        if (one(3)) {
            entries.add(new Entry.Said(Role.SYSTEM, "You are helpful " + random.nextInt(2)));
        }
        if (one(20)) {
            entries.add(new Entry.Said(Role.USER, "an example"));
            entries.add(new Entry.Said(Role.ASSISTANT, COMMON.get(random.nextInt(COMMON.size()))));
        }
        String task = one(3) ? "task" : "task " + random.nextInt();
        entries.add(new Entry.Said(Role.USER, isTitle ? "Generate a title for: " + task : task));
        branches.add(new Branch(entries, !one(3), isTitle));
        return branches.size() - 1;
    }

    /// Adds what follows an answer.
    private void proceed(List<Entry> entries) {
        if (!(entries.getLast() instanceof Entry.Answer answer)) {
            if (one(4)) {
                entries.add(new Entry.Said(Role.USER, "still there? " + random.nextInt(3)));
            }
            return;
        }
        answer.calls().forEach(call -> entries.add(new Entry.Result(call, "result of " + random.nextInt(5))));
        if (one(25) && !answer.calls().isEmpty()) {
            entries.removeLast();
        }
        if (answer.calls().isEmpty() || one(5)) {
            String text = one(6) ? "<system-reminder>" + random.nextInt() + "</system-reminder>" : "go on";
            entries.add(
                    one(4)
                            ? new Entry.Document("data " + random.nextInt(3))
                            : new Entry.Said(Role.USER, one(2) ? text : text + random.nextInt()));
        }
        if (one(40)) {
            entries.add(new Entry.Said(Role.SYSTEM, "be brief"));
        }
    }

    private void change(Branch branch) {
        List<Entry> entries = branch.entries();
        switch (random.nextInt(9)) {
            case 0 -> branches.add(branch.fork());
            case 1 -> {
                entries.subList(1 + random.nextInt(entries.size()), entries.size())
                        .clear();
                entries.add(new Entry.Said(Role.USER, "instead " + random.nextInt()));
            }
            case 2 -> {
                entries.subList(1, 1 + random.nextInt(entries.size())).clear();
                entries.add(new Entry.Said(Role.USER, "after compaction"));
            }
            case 3 -> entries.set(0, new Entry.Said(Role.USER, "edited " + random.nextInt()));
            case 4, 5, 6 -> alter(entries);
            case 7 -> duplicate(entries);
            default -> {}
        }
    }

    private void duplicate(List<Entry> entries) {
        int at = random.nextInt(entries.size());
        if (entries.get(at) instanceof Entry.Answer answer) {
            entries.add(random.nextInt(at, entries.size()), answer);
        }
    }

    private void alter(List<Entry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Entry.Answer answer && one(4)) {
                entries.set(i, altered(answer));
            }
        }
    }

    private Entry.Answer altered(Entry.Answer answer) {
        String thought = answer.thought();
        return switch (random.nextInt(9)) {
            case 0 -> answer.thinking("");
            case 1 -> answer.thinking(thought.substring(0, thought.length() / 2));
            case 2 -> answer.thinking(thought + "!");
            case 3 -> answer.proven(Optional.empty());
            case 4 -> answer.proven(answer.proof().map(proof -> proof + "x"));
            case 5 -> answer.saying(COMMON.get(random.nextInt(COMMON.size())));
            case 6 -> answer.swapped();
            case 7 ->
                answer.calling(answer.calls().stream().map(call -> call + "x").toList());
            default -> answer.saying("<think>" + thought + "</think>" + answer.text());
        };
    }

    private Sent sent(int at) {
        Branch branch = branches.get(at);
        List<Message> messages = GeneratedHistory.of(dialect, branch.entries());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (one(30)) {
            body.put("clear_thinking", one(2));
        }
        List<Tool> tools = branch.isTitle()
                ? List.of()
                : List.of(new Tool("bash", one(40) ? "other" : "runs", JsonNodeFactory.instance.objectNode()));
        var request = new Conversation(
                dialect,
                one(40) ? "n" : "m",
                messages,
                tools,
                new ToolChoice.Auto(),
                true,
                false,
                OptionalInt.empty(),
                Optional.empty(),
                body);
        return new Sent(request, Sha256.hex(request.model() + body + messages), at);
    }

    /// An answer to a request, taken into the client's history unless it is lost on the way.
    /// @param number of its exchange
    public TracedExchange answer(Sent sent, TraceResult traced, int number) {
        String name = "answer " + random.nextInt();
        String text = repeatsContents && one(2) || one(12) ? COMMON.get(random.nextInt(COMMON.size())) : name;
        List<String> calls = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0 && !sentIsTitle(sent); i--) {
            calls.add(reusesCallIds ? "call_" + random.nextInt(9) : "call_" + Long.toHexString(random.nextLong()));
        }
        String key = "k" + number;
        Optional<String> proof = dialect == Dialect.OPENAI_CHAT || one(3)
                ? Optional.empty()
                : Optional.of(one(2) ? new BlockSigner(KEY).sign(key, 0) : "proof of " + name);
        String thought = one(repeatsContents ? 2 : 8) ? "" : one(10) ? "Hmm, let me think." : "thinking of " + name;
        var answer = new Entry.Answer(thought, thought.isEmpty() ? Optional.empty() : proof, text, calls, false);
        ExchangeOutcome outcome = outcome();
        if (outcome == ExchangeOutcome.COMPLETED ? !one(15) : one(3)) {
            branches.get(sent.branch()).entries().add(answer);
        }
        return exchange(number, key, traced, answer, outcome);
    }

    private boolean sentIsTitle(Sent sent) {
        return branches.get(sent.branch()).isTitle();
    }

    private ExchangeOutcome outcome() {
        return switch (random.nextInt(30)) {
            case 0 -> ExchangeOutcome.OPEN;
            case 1 -> ExchangeOutcome.CLIENT_GONE;
            case 2 -> ExchangeOutcome.FAILED;
            default -> ExchangeOutcome.COMPLETED;
        };
    }

    private TracedExchange exchange(
            int number, String key, TraceResult traced, Entry.Answer answer, ExchangeOutcome outcome) {
        var items = new AnswerItemCollector(dialect, "reasoning_content");
        items.on(new StreamEvent.ReasoningDelta(answer.thought()));
        answer.proof().ifPresent(proof -> items.on(new StreamEvent.ReasoningSignature(proof)));
        items.on(new StreamEvent.TextDelta(answer.text()));
        for (int i = 0; i < answer.calls().size(); i++) {
            String call = answer.calls().get(i);
            items.on(new StreamEvent.ToolCallStart(i, call, "bash"));
            items.on(new StreamEvent.ToolCallArgs(i, "{\"command\":\"" + call + "\"}"));
            items.on(new StreamEvent.ToolCallEnd(i));
        }
        if (outcome == ExchangeOutcome.COMPLETED) {
            items.on(new StreamEvent.Finish(FinishReason.STOP));
        }
        boolean isNothing = outcome == ExchangeOutcome.FAILED || outcome == ExchangeOutcome.OPEN;
        ConversationLink link = traced.link();
        return new TracedExchange(
                number,
                key,
                link.conversation() == 0 ? new ConversationLink(number, link.parent(), link.turn(), link.step()) : link,
                traced.facts(),
                isNothing ? List.of() : items.items(),
                List.of(),
                Optional.of(items.contentHash()).filter(hash -> !hash.isEmpty() && outcome != ExchangeOutcome.OPEN),
                outcome);
    }
}
