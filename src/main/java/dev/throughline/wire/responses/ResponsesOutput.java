package dev.throughline.wire.responses;

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
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.responses.ResponsesItemText.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds the output items of one answer from its events: one open at a time, indices without a gap. Shared
/// by streamed and unstreamed answers, so that both have the same content. Keeps the texts, since the last
/// event of a stream repeats them.
final class ResponsesOutput {
    /// Notified of each step.
    public interface Watcher {
        /// An item begins.
        default void opened(ResponsesOutputItem item) {}

        /// The open item grew.
        default void grew(ResponsesOutputItem item, String more) {}

        /// An item ends.
        default void closed(ResponsesOutputItem item, ResponsesItemStatus status) {}
    }

    private final ClientTools tools;
    private final boolean isSummaryOnly;
    private final Watcher watcher;
    private final List<ResponsesOutputItem> items = new ArrayList<>();
    private String key;
    private int made;
    private int lastIndex = -1;
    private @Nullable ResponsesOutputItem open;
    /// The item within which the answer was cut off.
    private @Nullable ResponsesOutputItem incomplete;

    /// @param key what the ids of items are made of, before their number
    public ResponsesOutput(String key, ClientTools tools, Watcher watcher) {
        this(key, tools, false, watcher);
    }

    private ResponsesOutput(String key, ClientTools tools, boolean isSummaryOnly, Watcher watcher) {
        this.key = key;
        this.tools = tools;
        this.isSummaryOnly = isSummaryOnly;
        this.watcher = watcher;
    }

    /// The items of an answer.
    static ResponsesOutput of(AnswerHead head, Watcher watcher) {
        return new ResponsesOutput(head.key() + "_", head.tools(), head.isSummaryOnly(), watcher);
    }

    /// The same for a client that gets no frames of them.
    static ResponsesOutput unwatched(AnswerHead head) {
        return of(head, new Watcher() {});
    }

    /// Items for a client that gets no frames of them.
    public static ResponsesOutput unwatched(String key, ClientTools tools) {
        return new ResponsesOutput(key, tools, new Watcher() {});
    }

    /// Takes the next event. A failure leaves its last item open: an unfinished item must not look
    /// completed. Of a call that is not open here, the arguments and the end are ignored.
    public void on(StreamEvent event) {
        switch (event) {
            case Start _, Usage _, Failure _ -> {}
            case ReasoningDelta(String more) -> reasoning(more);
            // It only keeps blocks apart.
            case ReasoningSignature(String none) when none.isEmpty() -> close(ResponsesItemStatus.COMPLETED);
            case ReasoningSignature(String signature) -> signature(signature);
            case RedactedReasoning(String data) -> sealed(data);
            case TextDelta(String more) -> visible(more);
            case ToolCallStart(int _, String callId, String name) -> call(callId, name);
            case ToolCallArgs(int _, String fragment) when grows(Kind.ARGUMENTS) -> grow(fragment);
            case ToolCallEnd _ when grows(Kind.ARGUMENTS) -> close(ResponsesItemStatus.COMPLETED);
            case ToolCallArgs _, ToolCallEnd _ -> {}
            case Finish(FinishReason reason, var _) -> close(lastStatus(reason));
        }
    }

    /// The items so far.
    public List<ResponsesOutputItem> items() {
        return items;
    }

    /// The status of an item after the terminal event; only the last one can be incomplete.
    @SuppressWarnings("ReferenceEquality")
    public ResponsesItemStatus status(ResponsesOutputItem responsesOutputItem) {
        return responsesOutputItem == incomplete || responsesOutputItem == open
                ? ResponsesItemStatus.INCOMPLETE
                : ResponsesItemStatus.COMPLETED;
    }

    /// @param other what the ids of items are made of from now on
    public void named(String other) {
        key = other;
    }

    /// The index of the next item.
    public int next() {
        return lastIndex + 1;
    }

    /// Adds an item that is not written here, or not yet.
    public void add(ResponsesOutputItem item) {
        items.add(item);
        lastIndex = Math.max(lastIndex, item.index());
    }

    /// Continues an item of the backend.
    public void resume(ResponsesOutputItem.Received item) {
        close(ResponsesItemStatus.COMPLETED);
        open = item;
    }

    /// The item that grows, if there is one.
    public Optional<ResponsesOutputItem> open() {
        return Optional.ofNullable(open);
    }

    /// Whether an item is open that grows by such events.
    public boolean grows(Kind kind) {
        return open != null && open.text().kind() == kind;
    }

    /// The status of an item within which an answer ends for this reason.
    public static ResponsesItemStatus lastStatus(FinishReason reason) {
        return switch (reason) {
            case STOP, TOOL_CALLS -> ResponsesItemStatus.COMPLETED;
            case LENGTH, CONTENT_FILTER -> ResponsesItemStatus.INCOMPLETE;
        };
    }

    private void reasoning(String more) {
        if (!grows(Kind.REASONING)) {
            open(new ResponsesOutputItem.Reasoning(
                    id("rs_"), next(), new ResponsesItemText(Kind.REASONING), ResponsesItemText.of(""), isSummaryOnly));
        }
        grow(more);
    }

    /// A proof without a preceding text is sent by a provider that does not disclose the text.
    private void signature(String signature) {
        switch (open) {
            case ResponsesOutputItem.Reasoning reasoning -> {
                reasoning.proof().append(signature);
                close(ResponsesItemStatus.COMPLETED);
            }
            case ResponsesOutputItem.Received received
            when grows(Kind.REASONING) -> {
                received.sign(signature);
                close(ResponsesItemStatus.COMPLETED);
            }
            case null, default -> sealed(signature);
        }
    }

    private void sealed(String content) {
        open(new ResponsesOutputItem.Sealed(
                id("rs_"), next(), ResponsesItemText.of(""), ResponsesItemText.of(content)));
        close(ResponsesItemStatus.COMPLETED);
    }

    private void visible(String more) {
        if (!grows(Kind.TEXT)) {
            open(new ResponsesOutputItem.Visible(id("msg_"), next(), new ResponsesItemText(Kind.TEXT)));
        }
        grow(more);
    }

    private void call(String callId, String name) {
        ClientTools.Origin tool = tools.origin(name);
        if (tool.isSearch()) {
            open(new ResponsesOutputItem.Search(id("tsc_"), next(), new ResponsesItemText(Kind.ARGUMENTS), callId));
            return;
        }
        // The input of a freeform tool is certain only when its arguments are complete.
        open(
                tool.isFreeform()
                        ? new ResponsesOutputItem.Freeform(
                                id("ctc_"),
                                next(),
                                new ResponsesItemText(Kind.ARGUMENTS),
                                callId,
                                tool.name(),
                                tool.namespace(),
                                new ResponsesFreeformInput())
                        : new ResponsesOutputItem.Call(
                                id("fc_"),
                                next(),
                                new ResponsesItemText(Kind.ARGUMENTS),
                                callId,
                                tool.name(),
                                tool.namespace()));
    }

    private void open(ResponsesOutputItem responsesOutputItem) {
        close(ResponsesItemStatus.COMPLETED);
        add(responsesOutputItem);
        open = responsesOutputItem;
        watcher.opened(responsesOutputItem);
    }

    private void grow(String more) {
        switch (open) {
            case ResponsesOutputItem.Freeform call ->
                grow(call, call.arguments().read(more));
            case ResponsesOutputItem.Search call -> call.text().append(more);
            case ResponsesOutputItem.Received received -> {
                received.append(more);
                watcher.grew(received, more);
            }
            case ResponsesOutputItem item -> grow(item, more);
            case null -> {}
        }
    }

    private void grow(ResponsesOutputItem responsesOutputItem, String more) {
        boolean isHeld = more.isEmpty() && responsesOutputItem instanceof ResponsesOutputItem.Freeform;
        if (!isHeld) {
            responsesOutputItem.text().append(more);
            watcher.grew(responsesOutputItem, more);
        }
    }

    /// Ends the open item, if there is one.
    public void close(ResponsesItemStatus status) {
        ResponsesOutputItem item = open;
        if (item != null) {
            open = null;
            if (item instanceof ResponsesOutputItem.Freeform call) {
                grow(call, call.arguments().end());
            } else if (item instanceof ResponsesOutputItem.Call call
                    && call.text().isEmpty()
                    && status == ResponsesItemStatus.COMPLETED) {
                grow(call, "{}");
            }
            incomplete = status == ResponsesItemStatus.COMPLETED ? incomplete : item;
            watcher.closed(item, status);
        }
    }

    private String id(String prefix) {
        return prefix + key + made++;
    }
}
