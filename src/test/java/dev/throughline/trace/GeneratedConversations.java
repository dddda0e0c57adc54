package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Makes up what clients send: conversations that are continued, repeated, asked at once, edited, forked,
/// compacted, and whose reasoning is dropped, cut off and brought back, several of them in one run.
final class GeneratedConversations {
    private final Random random;
    private final TokenlessRun run;
    private final Dialect dialect;
    private final List<List<Entry>> branches = new ArrayList<>();

    /// A message of a history, before it has a place in a request.
    private sealed interface Entry {
        record User(String text) implements Entry {}

        record Result(String call, String text) implements Entry {}

        /// @param thought what is left of it, empty for nothing
        record Answer(String whole, String thought, String text, List<String> calls) implements Entry {
            Answer with(String left) {
                return new Answer(whole, left, text, calls);
            }
        }
    }

    /// A request and the branch that its answer continues.
    record Request(int branch, Conversation conversation) {}

    GeneratedConversations(Dialect dialect, TokenlessRun run, Random random) {
        this.dialect = dialect;
        this.run = run;
        this.random = random;
    }

    /// The next requests; several of them are in progress at once.
    List<Request> next() {
        int branch = branches.isEmpty() || random.nextInt(12) == 0 ? begin() : random.nextInt(branches.size());
        change(branches.get(branch));
        List<Request> requests = new ArrayList<>();
        requests.add(request(branch));
        if (random.nextInt(8) == 0) {
            branches.add(new ArrayList<>(branches.get(branch)));
            requests.add(request(branches.size() - 1));
        }
        return requests;
    }

    private int begin() {
        List<Entry> branch = new ArrayList<>();
        branch.add(new Entry.User("task " + random.nextInt()));
        branches.add(branch);
        return branches.size() - 1;
    }

    private void change(List<Entry> branch) {
        switch (random.nextInt(10)) {
            case 0 -> branches.add(new ArrayList<>(branch));
            case 1 -> cut(branch);
            case 2 -> branch.subList(1, 1 + random.nextInt(branch.size())).clear();
            case 3, 4 -> alter(branch);
            default -> {}
        }
        if (branch.getLast() instanceof Entry.Answer(String _, String _, String _, List<String> calls)) {
            calls.forEach(call -> branch.add(new Entry.Result(call, "result of " + call)));
            if (calls.isEmpty() || random.nextInt(6) == 0) {
                branch.add(new Entry.User("go on " + random.nextInt()));
            }
        }
    }

    /// The user goes back to an earlier message and writes another one.
    private void cut(List<Entry> branch) {
        branch.subList(1 + random.nextInt(branch.size()), branch.size()).clear();
        branch.add(new Entry.User("instead " + random.nextInt()));
    }

    private void alter(List<Entry> branch) {
        for (int i = 0; i < branch.size(); i++) {
            if (branch.get(i) instanceof Entry.Answer answer && random.nextInt(3) == 0) {
                String whole = answer.whole();
                branch.set(
                        i,
                        answer.with(
                                switch (random.nextInt(4)) {
                                    case 0 -> "";
                                    case 1 -> whole.substring(0, whole.length() / 2);
                                    case 2 -> whole + "!";
                                    default -> whole;
                                }));
            }
        }
    }

    private Request request(int branch) {
        List<Message> messages = new ArrayList<>();
        for (Entry entry : branches.get(branch)) {
            int at = messages.size();
            messages.add(
                    switch (entry) {
                        case Entry.User(String text) -> TokenlessRun.user(at, text);
                        case Entry.Result(String call, String text) ->
                            new Message(path(at), Role.TOOL, List.of(new Part.ToolResult(path(at), call, text, false)));
                        case Entry.Answer answer -> message(at, answer);
                    });
        }
        return new Request(branch, run.request(messages));
    }

    private String path(int index) {
        return (dialect == Dialect.RESPONSES ? "/input/" : "/messages/") + index;
    }

    private Message message(int at, Entry.Answer answer) {
        String field = field();
        List<Part> parts = new ArrayList<>();
        if (!answer.thought().isEmpty()) {
            parts.add(new Part.Reasoning(path(at) + "/" + field, field, answer.thought(), Optional.empty()));
        }
        parts.add(new Part.Text(path(at) + "/content", answer.text()));
        answer.calls().forEach(id -> parts.add(new Part.ToolCall(path(at) + "/" + id, id, "bash", "{\"id\":\"x\"}")));
        return new Message(path(at), Role.ASSISTANT, parts);
    }

    private String field() {
        return switch (dialect) {
            case OPENAI_CHAT -> "reasoning_content";
            case ANTHROPIC -> "thinking";
            case RESPONSES -> "content";
        };
    }

    /// Records the answer to a request, and lets the client take it into its history; some are lost on
    /// the way.
    void answer(Request request, ConversationLink link) {
        String name = "answer " + random.nextInt();
        List<String> calls = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            calls.add("call_" + Integer.toHexString(random.nextInt()));
        }
        var answer = new Entry.Answer("thinking of " + name, "thinking of " + name, "text of " + name, calls);
        var items = new AnswerItemCollector(dialect, () -> "reasoning_content");
        items.on(new StreamEvent.ReasoningDelta(answer.whole()));
        items.on(new StreamEvent.TextDelta(answer.text()));
        for (int i = 0; i < calls.size(); i++) {
            items.on(new StreamEvent.ToolCallStart(i, calls.get(i), "bash"));
            items.on(new StreamEvent.ToolCallArgs(i, "{\"id\":\"x\"}"));
            items.on(new StreamEvent.ToolCallEnd(i));
        }
        items.on(new StreamEvent.Finish(FinishReason.STOP));
        run.add(link.parent().orElse(0), link.turn(), items.items(), items.contentHash());
        if (random.nextInt(10) > 0) {
            branches.get(request.branch()).add(answer);
        }
    }
}
