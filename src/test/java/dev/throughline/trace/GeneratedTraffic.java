package dev.throughline.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Role;
import dev.throughline.text.Sha256;
import dev.throughline.trace.GeneratedEntry.Answer;
import dev.throughline.trace.GeneratedEntry.Document;
import dev.throughline.trace.GeneratedEntry.Result;
import dev.throughline.trace.GeneratedEntry.Said;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.WireException;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/// Makes up the traffic of one run: several conversations of clients that keep their history or do not, that
/// repeat requests, send several at once, go back, fork, compact, move the markers of a provider's cache, name answers
/// instead of repeating them, change model and options, and answers that repeat contents and call ids, fail, end late,
/// or are still being given. Requests are written and read in their dialect. Those of one step are read before any of
/// them is recorded, as if other processes served them.
public final class GeneratedTraffic {
    private static final List<String> COMMON = List.of("OK", "Done.", "Let me look at that file.");

    private final Dialect dialect;
    private final Random random;
    private final GeneratedDefects defects;
    private final GeneratedAnswers answers;
    private final GeneratedBody.Style style;
    private final List<Branch> branches = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private final boolean repeatsContents;

    /// A run whose answers are those of a real backend.
    public GeneratedTraffic(Dialect dialect, Random random) {
        this(dialect, random, false);
    }

    /// @param hasTokens whether answers have trace tokens
    GeneratedTraffic(Dialect dialect, Random random, boolean hasTokens) {
        this.dialect = dialect;
        this.random = random;
        this.defects = new GeneratedDefects(random, COMMON);
        boolean reusesCallIds = one(6);
        this.repeatsContents = one(3);
        this.answers = new GeneratedAnswers(dialect, random, COMMON, reusesCallIds, repeatsContents, hasTokens);
        this.style = new GeneratedBody.Style(one(2), one(4), one(2));
    }

    /// A client's view of a conversation.
    /// @param habit how it returns each answer
    /// @param isCareful whether it returns answers as its habit is, and changes nothing else
    private record Branch(
            List<GeneratedEntry> entries, UnaryOperator<Answer> habit, boolean isCareful, boolean isTitle) {
        Branch fork() {
            return new Branch(new ArrayList<>(entries), habit, isCareful, isTitle);
        }
    }

    /// An answer that is still being given.
    /// @param sent length of the history that it answers
    private record Late(int branch, int sent, Answer answer, TracedExchange whole) {}

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
                branches.getLast().entries().add(new Said(Role.USER, "and " + random.nextInt()));
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
        List<GeneratedEntry> entries = earlier.entries();
        int end = random.nextInt(entries.size());
        while (end < entries.size() && !(entries.get(end) instanceof Answer)) {
            end++;
        }
        if (end == entries.size()) {
            return List.of();
        }
        entries.subList(end, entries.size()).clear();
        if (entries.size() == 1 && entries.getFirst() instanceof Said(Role role, String _) && role == Role.SYSTEM) {
            return List.of();
        }
        branches.add(earlier);
        return List.of(sent(branches.size() - 1));
    }

    private int begin() {
        boolean isTitle = one(8);
        List<GeneratedEntry> entries = new ArrayList<>();
        if (one(3)) {
            entries.add(new Said(Role.SYSTEM, "You are helpful " + random.nextInt(2)));
        }
        if (one(20)) {
            entries.add(new Said(Role.USER, "an example"));
            entries.add(new Said(Role.ASSISTANT, COMMON.get(random.nextInt(COMMON.size()))));
        }
        String task = one(3) ? "task" : "task " + random.nextInt();
        if (one(30)) {
            task = "quota";
        }
        entries.add(new Said(Role.USER, isTitle ? "Generate a title for: " + task : task));
        branches.add(new Branch(entries, one(3) ? defects.habit() : UnaryOperator.identity(), !one(3), isTitle));
        return branches.size() - 1;
    }

    /// Adds what follows an answer.
    private void proceed(List<GeneratedEntry> entries) {
        if (!(entries.getLast() instanceof Answer answer)) {
            if (one(4)) {
                entries.add(new Said(Role.USER, "still there? " + random.nextInt(3)));
            }
            return;
        }
        answer.calls()
                .forEach(call -> entries.add(new Result(call.id(), call.output() + " result of " + random.nextInt(5))));
        if (one(25) && !answer.calls().isEmpty()) {
            entries.removeLast();
        }
        if (answer.calls().isEmpty() || one(5)) {
            String text = one(6) ? "<system-reminder>" + random.nextInt() + "</system-reminder>" : "go on";
            entries.add(
                    one(4)
                            ? new Document("data " + random.nextInt(3))
                            : new Said(Role.USER, one(2) ? text : text + random.nextInt()));
        }
        if (one(40)) {
            entries.add(new Said(Role.SYSTEM, "be brief"));
        }
    }

    private void change(Branch branch) {
        List<GeneratedEntry> entries = branch.entries();
        switch (random.nextInt(9)) {
            case 0 -> branches.add(branch.fork());
            case 1 -> {
                entries.subList(1 + random.nextInt(entries.size()), entries.size())
                        .clear();
                entries.add(new Said(Role.USER, "instead " + random.nextInt()));
            }
            case 2 -> {
                String summary = entries.reversed().stream()
                        .filter(entry -> entry instanceof Answer && one(2))
                        .map(entry -> ((Answer) entry).text())
                        .findFirst()
                        .orElse("");
                entries.subList(1, 1 + random.nextInt(entries.size())).clear();
                entries.add(new Said(Role.USER, "after compaction " + summary));
            }
            case 3 -> entries.set(0, new Said(Role.USER, "edited " + random.nextInt()));
            case 4, 5, 6 -> alter(entries);
            case 7 -> duplicate(entries);
            default -> {}
        }
    }

    private void duplicate(List<GeneratedEntry> entries) {
        int at = random.nextInt(entries.size());
        if (entries.get(at) instanceof Answer answer) {
            entries.add(random.nextInt(at, entries.size()), answer);
        }
    }

    private void alter(List<GeneratedEntry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Answer answer && one(4)) {
                entries.set(i, defects.of(answer));
            }
        }
    }

    private Sent sent(int at) {
        Branch branch = branches.get(at);
        Optional<Answer> named = one(15) ? named(branch.entries()) : Optional.empty();
        List<GeneratedEntry> entries = named.isEmpty()
                ? branch.entries()
                : branch.entries()
                        .subList(
                                branch.entries().lastIndexOf(named.get()) + 1,
                                branch.entries().size());
        ObjectNode body = GeneratedBody.of(dialect, entries, style);
        body.put("model", one(40) ? "n" : "m").put("stream", true).put("max_tokens", 100);
        named.ifPresent(answer -> name(answer, body));
        if (one(30)) {
            body.put("clear_thinking", one(2));
        }
        if (one(40)) {
            body.putObject("thinking").put("type", "enabled");
        }
        if (!branch.isTitle()) {
            GeneratedBody.tool(dialect, body, one(40) ? "other" : "runs", style.marks() && one(2));
        }
        return new Sent(decoded(body), Sha256.hex(body.toString()), at);
    }

    private Conversation decoded(ObjectNode body) {
        DialectCodec codec = switch (dialect) {
            case OPENAI_CHAT -> new ChatCodec();
            case ANTHROPIC -> new AnthropicCodec();
            case RESPONSES -> new ResponsesCodec();
        };
        try {
            return codec.decode(body);
        } catch (WireException e) {
            throw new IllegalStateException(body.toString(), e);
        }
    }

    /// The last answer, of which a request may send only what follows it.
    private Optional<Answer> named(List<GeneratedEntry> entries) {
        int last = entries.size() - 1;
        while (last >= 0 && !(entries.get(last) instanceof Answer)) {
            last--;
        }
        boolean mayBeNamed = dialect != Dialect.OPENAI_CHAT
                && last >= 0
                && last < entries.size() - 1
                && !(entries.get(last + 1) instanceof Said(Role role, String _) && role == Role.SYSTEM);
        return mayBeNamed ? Optional.of((Answer) entries.get(last)) : Optional.empty();
    }

    private void name(Answer answer, ObjectNode body) {
        if (dialect == Dialect.RESPONSES) {
            body.put("previous_response_id", "resp_" + answer.key());
        } else {
            body.putObject("thread").put("type", "continue").put("previous_message_id", "msg_" + answer.key());
        }
    }

    /// An answer to a request, taken into the client's history unless it is lost on the way.
    /// @param number of its exchange
    public TracedExchange answer(Sent sent, TraceResult traced, int number) {
        Branch branch = branches.get(sent.branch());
        List<GeneratedEntry> entries = branch.entries();
        Answer answer = answers.next("k" + number, traced, branch.isTitle());
        ExchangeOutcome outcome = outcome();
        if (outcome == ExchangeOutcome.OPEN) {
            late.add(new Late(
                    sent.branch(),
                    entries.size(),
                    answer,
                    answers.exchange(number, traced, answer, ExchangeOutcome.COMPLETED)));
        } else if (outcome == ExchangeOutcome.COMPLETED ? !one(15) : one(3)) {
            entries.add(branch.habit().apply(answer));
        }
        return answers.exchange(number, traced, answer, outcome);
    }

    private ExchangeOutcome outcome() {
        return switch (random.nextInt(30)) {
            case 0 -> ExchangeOutcome.OPEN;
            case 1 -> ExchangeOutcome.CLIENT_GONE;
            case 2 -> ExchangeOutcome.FAILED;
            default -> ExchangeOutcome.COMPLETED;
        };
    }

    /// Answers that were still being given and end now; others were recorded since.
    List<TracedExchange> ended() {
        List<TracedExchange> ended = new ArrayList<>();
        for (Iterator<Late> open = late.iterator(); open.hasNext(); ) {
            Late one = open.next();
            if (one(4)) {
                open.remove();
                ended.add(one.whole());
                List<GeneratedEntry> entries = branches.get(one.branch()).entries();
                if (entries.size() == one.sent()) {
                    entries.add(one.answer());
                }
            }
        }
        return ended;
    }
}
