package dev.throughline.trace;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.testing.BareConversations;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.trace.repair.HistoryRepair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A run of a real backend on paper: its answers have no trace tokens.
public final class TokenlessRun {
    private final Dialect dialect;
    private final List<TracedExchange> exchanges = new ArrayList<>();

    public TokenlessRun(Dialect dialect) {
        this.dialect = dialect;
    }

    /// An answer that continues another one.
    /// @param parent number of the exchange before it, 0 for none
    /// @param turn user turn
    public TracedExchange answer(int parent, int turn, StreamEvent... events) {
        var items = new AnswerItemCollector(dialect, () -> "reasoning_content");
        List.of(events).forEach(items::on);
        items.on(new StreamEvent.Finish(FinishReason.STOP));
        return add(parent, turn, items.items(), items.contentHash());
    }

    public TracedExchange add(int parent, int turn, List<PlantedItem> items, String contentHash) {
        int number = exchanges.size() + 1;
        OptionalInt before = parent == 0 ? OptionalInt.empty() : OptionalInt.of(parent);
        int conversation =
                parent == 0 ? number : exchanges.get(parent - 1).link().conversation();
        var exchange = new TracedExchange(
                number,
                "k" + number,
                new ConversationLink(conversation, before, turn, 1),
                facts(),
                items,
                List.of(),
                Optional.of(contentHash).filter(hash -> !hash.isEmpty()),
                ExchangeOutcome.COMPLETED,
                Optional.empty());
        exchanges.add(exchange);
        return exchange;
    }

    public RunHistory history() {
        return new RunHistory(ThinkingPolicy.PRESERVED, exchanges, Map.of());
    }

    List<TracedExchange> exchanges() {
        return exchanges;
    }

    public Conversation request(Message... messages) {
        return request(List.of(messages));
    }

    public Conversation request(List<Message> messages) {
        return BareConversations.of(dialect, messages);
    }

    public TraceResult trace(Message... messages) {
        return HistoryTracer.trace(request(messages), "", Map.of(), history());
    }

    public EditedHistory repair(Message... messages) {
        return HistoryRepair.repair(request(messages), history());
    }

    public static Message user(int index, String text) {
        String path = "/messages/" + index;
        return new Message(path, Role.USER, List.of(new Part.Text(path + "/content", text)));
    }

    public static Message assistant(int index, Part... parts) {
        return new Message("/messages/" + index, Role.ASSISTANT, List.of(parts));
    }

    public static Message result(int index, String callId) {
        String path = "/messages/" + index;
        return new Message(path, Role.TOOL, List.of(new Part.ToolResult(path, callId, "ok", false)));
    }

    public static Part text(String text) {
        return new Part.Text("/content", text);
    }

    public static Part call(String id) {
        return new Part.ToolCall("/calls", id, "bash", "{\"command\":\"ls\"}");
    }

    /// Reasoning in its own field of the chat dialect.
    public static Part reasoning(String text) {
        return reasoning("reasoning_content", text);
    }

    public static Part reasoning(String field, String text) {
        return new Part.Reasoning("/messages/1/" + field, field, text, Optional.empty());
    }

    public static Part thinking(String text, String signature) {
        Optional<String> proof = Optional.of(signature).filter(some -> !some.isEmpty());
        return new Part.Reasoning("/messages/1/content/0/thinking", "thinking", text, proof);
    }

    public static StreamEvent thinks(String text) {
        return new StreamEvent.ReasoningDelta(text);
    }

    public static StreamEvent signs(String signature) {
        return new StreamEvent.ReasoningSignature(signature);
    }

    public static StreamEvent says(String text) {
        return new StreamEvent.TextDelta(text);
    }

    public static StreamEvent[] calls(String... ids) {
        List<StreamEvent> events = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            events.add(new StreamEvent.ToolCallStart(i, ids[i], "bash"));
            events.add(new StreamEvent.ToolCallArgs(i, "{\"command\":\"ls\"}"));
            events.add(new StreamEvent.ToolCallEnd(i));
        }
        return events.toArray(StreamEvent[]::new);
    }

    public static StreamEvent[] joined(Object... events) {
        List<StreamEvent> all = new ArrayList<>();
        for (Object event : events) {
            if (event instanceof StreamEvent[] several) {
                all.addAll(List.of(several));
            } else {
                all.add((StreamEvent) event);
            }
        }
        return all.toArray(StreamEvent[]::new);
    }

    private RequestFacts facts() {
        return new RequestFacts(
                dialect,
                "m",
                RequestKind.MAIN,
                1,
                0,
                1,
                0,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                "",
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
