package dev.throughline.gateway.answer;

import dev.throughline.filter.FamilyFilter;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ToolCallStart;
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
    private final @Nullable FamilyFilter filter;
    private final boolean isSameDialect;
    private final Supplier<String> callIds;
    private final Consumer<StreamEvent> next;
    /// The events that passed while one event was read.
    private final List<StreamEvent> passed = new ArrayList<>();
    private final FilteredParts parts;
    private boolean hasCall;
    private boolean isTurnOver;

    /// @param filter absent for a model that needs none
    /// @param isSameDialect whether the client speaks the backend's dialect
    /// @param callIds makes ids for calls that came without one
    /// @param thinking puts what becomes of reasoning between the filter and the sink it is given
    public FilterChain(
            Optional<FamilyFilter> filter,
            boolean isSameDialect,
            Supplier<String> callIds,
            UnaryOperator<EventSink> thinking) {
        this.filter = filter.orElse(null);
        this.isSameDialect = isSameDialect;
        this.callIds = callIds;
        this.parts = new FilteredParts(filter.isPresent());
        this.next = thinking.apply(this::pass)::on;
    }

    /// Takes the events that were read of one part.
    /// @param mayWait whether the part may be forwarded with a later one
    /// @return the parts that are decided now, oldest first: none while text is held back that may pass as it came;
    ///     valid until the next part
    List<FilterResult> on(List<StreamEvent> read, boolean mayWait) {
        parts.begin();
        boolean isEnd = false;
        for (int at = 0; at < read.size(); at++) {
            on(read.get(at));
            isEnd |= read.get(at).isTerminal();
        }
        if (filter != null && filter.isTurnOver() && !isEnd) {
            isTurnOver = true;
            passed.clear();
            filter.on(new Finish(FinishReason.STOP), next);
            passed.forEach(parts::pass);
        }
        boolean isUndecided = isSameDialect && !isTurnOver && filter != null && filter.mayStillPass();
        return parts.end(mayWait && isUndecided);
    }

    /// The parts that wait for a later one, oldest first, as far as they are known: there may be none for long.
    List<FilterResult> decideAll() {
        return parts.decideAll();
    }

    /// Whether the model began to write the next message: the answer ends, and the rest is not wanted.
    boolean isTurnOver() {
        return isTurnOver;
    }

    private void on(StreamEvent event) {
        passed.clear();
        FamilyFilter model = filter;
        if (model == null) {
            next.accept(event);
        } else {
            model.on(event, next);
        }
        parts.read(event, passed);
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
}
