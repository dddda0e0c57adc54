package dev.throughline.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.AnswerItemCollector;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.SettledHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.history.Continuation;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.trace.history.MessageChain;
import dev.throughline.trace.repair.BlockSignatureResolver;
import dev.throughline.trace.repair.RestoredHistory;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.chat.ChatCodec;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Callable;

/// What following an agent's conversation costs as its history grows: CPU of one thread for the next request
/// of a conversation, traced and restored by its whole history and as the continuation of the request before it, in
/// turn; and the bytes of answers that are read from the database for each. Of a client that returns reasoning, and of
/// one that drops it. Run by `.ci/bench trace [STEPS]`.
final class TraceBench {
    private static final int ROUNDS = 60;
    private static final int WARM_UP = 30;

    private final Random random = new Random(1);
    private final ArrayNode messages;
    private final ObjectNode body;
    private final List<TracedExchange> exchanges = new ArrayList<>();
    private List<String> pending = List.of();
    private final boolean dropsReasoning;
    private Optional<SettledHistory> settled = Optional.empty();
    private Optional<RestoredHistory> restored = Optional.empty();

    private TraceBench(boolean dropsReasoning) {
        this.dropsReasoning = dropsReasoning;
        body = JsonNodeFactory.instance.objectNode().put("model", "m").put("stream", true);
        messages = body.putArray("messages");
        body.putArray("tools")
                .addObject()
                .put("type", "function")
                .putObject("function")
                .put("name", "read");
    }

    /// @param arguments number of steps; 100, 200 and 400 if there is none
    public static void main(String[] arguments) throws Exception {
        List<Integer> sizes = arguments.length == 0 ? List.of(100, 200, 400) : List.of(Integer.valueOf(arguments[0]));
        System.out.println(
                "  reasoning  steps  history KB  decoded ms  whole ms  continued ms  ratio  whole reads KB  continued");
        for (int steps : sizes) {
            new TraceBench(false).measure(steps);
            new TraceBench(true).measure(steps);
        }
    }

    private void measure(int steps) throws Exception {
        for (int i = 0; i < steps; i++) {
            step(i);
        }
        ask(1);
        byte[] bytes = StrictJson.write(body);
        Conversation request = decode(bytes);
        var history = new RunHistory(ThinkingPolicy.PRESERVED, exchanges, Map.of());
        var last = new RunHistory(ThinkingPolicy.PRESERVED, List.of(exchanges.getLast()), Map.of());
        var costs = new long[3];
        for (int i = -WARM_UP; i < ROUNDS; i++) {
            long[] round = {
                cpu(() -> decode(bytes)), cpu(() -> whole(request, history)), cpu(() -> continued(request, last))
            };
            for (int j = 0; j < costs.length && i >= 0; j++) {
                costs[j] += round[j];
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%11s %6d %11d %11.2f %9.2f %13.2f %6.1f %15d %10d%n",
                dropsReasoning ? "dropped" : "returned",
                steps,
                bytes.length / 1024,
                millis(costs[0]),
                millis(costs[1]),
                millis(costs[2]),
                (double) costs[1] / costs[2],
                read(exchanges) / 1024,
                read(last.exchanges()) / 1024);
    }

    private static double millis(long nanos) {
        return nanos / 1e6 / ROUNDS;
    }

    private static long read(List<TracedExchange> answers) {
        return answers.stream()
                .flatMap(answer -> answer.items().stream())
                .mapToLong(item -> item.value().length())
                .sum();
    }

    private static long cpu(Callable<?> work) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        work.call();
        return threads.getCurrentThreadCpuTime() - before;
    }

    private static Conversation decode(byte[] bytes) throws WireException {
        return new ChatCodec().decode(StrictJson.parse(bytes));
    }

    private static Object whole(Conversation request, RunHistory history) {
        HistoryTracer.clues(request, "");
        TraceResult traced = HistoryTracer.trace(request, "", Map.of(), history);
        return List.of(Preservation.of(traced, history), RestoredHistory.restore(request, history));
    }

    private Object continued(Conversation request, RunHistory last) {
        Continuation continuation = HistoryLookupKeys.continuing(request, MessageChain.of(request), "", Map.of(), 0)
                .continuation()
                .orElseThrow();
        continuation.keys();
        TraceResult traced = continuation.trace(settled.orElseThrow(), last).orElseThrow();
        return List.of(
                Preservation.of(traced, last),
                dropsReasoning
                        ? restored.orElseThrow().continued(request, last, RestoredHistory::restore)
                        : BlockSignatureResolver.resolveKept(request));
    }

    private String filler(int length) {
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// Adds the results of the last calls, and every fifth time a message of the user instead of a long result.
    private void ask(int step) {
        boolean isUser = step % 5 == 0;
        for (String call : pending) {
            messages.addObject()
                    .put("role", "tool")
                    .put("tool_call_id", call)
                    .put("content", isUser ? "ok" : filler(3_000));
        }
        if (isUser) {
            messages.addObject().put("role", "user").put("content", filler(3_000));
        }
    }

    private void step(int step) throws WireException {
        ask(step);
        Conversation request = decode(StrictJson.write(body));
        var history = new RunHistory(ThinkingPolicy.PRESERVED, exchanges, Map.of());
        TraceResult traced = HistoryTracer.trace(request, "", Map.of(), history);
        settled = traced.settled();
        restored = Optional.of(
                RestoredHistory.of(RestoredHistory.restore(request, history).history()));
        exchanges.add(answer(exchanges.size() + 1, traced));
    }

    private TracedExchange answer(int number, TraceResult traced) {
        String thought = filler(1_000);
        String text = filler(500);
        String call = "call_" + number;
        String input = "{\"path\":\"" + filler(20) + "\"}";
        var items = new AnswerItemCollector(Dialect.OPENAI_CHAT, () -> "reasoning_content");
        items.on(new StreamEvent.ReasoningDelta(thought));
        items.on(new StreamEvent.TextDelta(text));
        items.on(new StreamEvent.ToolCallStart(0, call, "read"));
        items.on(new StreamEvent.ToolCallArgs(0, input));
        items.on(new StreamEvent.ToolCallEnd(0));
        items.on(new StreamEvent.Finish(FinishReason.TOOL_CALLS));
        ObjectNode message = messages.addObject().put("role", "assistant").put("content", text);
        if (!dropsReasoning) {
            message.put("reasoning_content", thought);
        }
        message.putArray("tool_calls")
                .addObject()
                .put("id", call)
                .put("type", "function")
                .putObject("function")
                .put("name", "read")
                .put("arguments", input);
        pending = List.of(call);
        ConversationLink link = traced.link();
        return new TracedExchange(
                number,
                "k" + number,
                new ConversationLink(1, number == 1 ? OptionalInt.empty() : link.parent(), link.turn(), link.step()),
                traced.facts(),
                items.items(),
                List.of(),
                Optional.of(items.contentHash()),
                ExchangeOutcome.COMPLETED,
                Optional.empty());
    }
}
