package dev.throughline.gateway.answer;

import dev.throughline.filter.AnswerFilter;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Everything that may change the events of one answer of a backend, in order: the model's filter; signatures and the
/// thinking header; ids of calls that came without one; for a client of another dialect the finish reason. One answer,
/// one event loop.
public final class FilterChain {
    private final @Nullable AnswerFilter filter;
    private final boolean isSameDialect;
    private final Supplier<String> callIds;
    private final Consumer<StreamEvent> next;
    private final List<StreamEvent> passed = new ArrayList<>();
    private final List<FilterResult.Replaced> replaced = new ArrayList<>();
    private boolean hasCall;
    private boolean isTurnOver;

    /// @param filter absent for a model that needs none
    /// @param isSameDialect whether the client speaks the backend's dialect
    /// @param callIds makes ids for calls that came without one
    /// @param thinking puts what becomes of reasoning between the filter and the sink it is given
    public FilterChain(
            Optional<AnswerFilter> filter,
            boolean isSameDialect,
            Supplier<String> callIds,
            UnaryOperator<EventSink> thinking) {
        this.filter = filter.orElse(null);
        this.isSameDialect = isSameDialect;
        this.callIds = callIds;
        this.next = thinking.apply(this::pass)::on;
    }

    /// Takes the events that were read of one part.
    FilterResult on(List<StreamEvent> read) {
        passed.clear();
        replaced.clear();
        for (int at = 0; at < read.size() && !isTurnOver; at++) {
            on(read.get(at));
        }
        boolean isUnchanged = isPassed(read);
        boolean isEnd = !passed.isEmpty() && passed.getLast().isTerminal();
        Optional<StreamEvent> end = isEnd ? Optional.of(passed.removeLast()) : Optional.empty();
        return new FilterResult(passed, end, isUnchanged, replaced);
    }

    /// Whether the model began to write the next message: the answer ends, and the rest is not wanted.
    boolean isTurnOver() {
        return isTurnOver;
    }

    private void on(StreamEvent event) {
        AnswerFilter model = filter;
        if (model == null) {
            next.accept(event);
            return;
        }
        int before = passed.size();
        model.on(event, next);
        if (!isPassed(event, before)) {
            String text = text(event);
            if (text != null && !isPassed(text, before)) {
                replaced.add(new FilterResult.Replaced(passed.size(), text));
            }
        }
        if (model.isTurnOver() && !event.isTerminal()) {
            isTurnOver = true;
            model.on(new Finish(FinishReason.STOP), next);
        }
    }

    private void pass(StreamEvent event) {
        StreamEvent identified = identified(event);
        hasCall |= identified instanceof ToolCallStart;
        passed.add(isSameDialect ? identified : called(identified));
    }

    /// A call without an id could not be answered; bytes that pass as they came are left alone.
    private StreamEvent identified(StreamEvent event) {
        boolean isRead = !isSameDialect || filter != null;
        return isRead && event instanceof ToolCallStart(int index, String id, String name) && id.isEmpty()
                ? new ToolCallStart(index, callIds.get(), name)
                : event;
    }

    /// Servers that end a turn of calls with `stop` (OpenAI for a forced call) are understood by clients of their own
    /// dialect only.
    private StreamEvent called(StreamEvent event) {
        boolean isStop = event instanceof Finish(FinishReason reason, var _) && reason == FinishReason.STOP;
        return isStop && hasCall ? new Finish(FinishReason.TOOL_CALLS) : event;
    }

    /// By identity: an equal text may be an earlier one that was held back.
    @SuppressWarnings("ReferenceEquality")
    private boolean isPassed(List<StreamEvent> read) {
        boolean isSame = read.size() == passed.size();
        for (int at = 0; at < read.size() && isSame; at++) {
            isSame = read.get(at) == passed.get(at);
        }
        return isSame;
    }

    /// Whether this very event was passed, alone: the common case, decided without a look at its kind.
    @SuppressWarnings("ReferenceEquality")
    private boolean isPassed(StreamEvent event, int before) {
        return passed.size() == before + 1 && passed.getLast() == event;
    }

    /// Whether a text is the only one that was passed since.
    private boolean isPassed(String text, int before) {
        int texts = 0;
        boolean isSame = false;
        for (int at = before; at < passed.size(); at++) {
            String other = text(passed.get(at));
            if (other != null) {
                texts++;
                isSame = other.equals(text);
            }
        }
        return texts == 1 && isSame;
    }

    private static @Nullable String text(StreamEvent event) {
        return switch (event) {
            case TextDelta(String text) -> text;
            case ReasoningDelta(String text) -> text;
            case ToolCallArgs(int _, String fragment) -> fragment;
            case Start _,
                    ReasoningSignature _,
                    RedactedReasoning _,
                    ToolCallStart _,
                    ToolCallEnd _,
                    Usage _,
                    Finish _,
                    Failure _ -> null;
        };
    }
}
