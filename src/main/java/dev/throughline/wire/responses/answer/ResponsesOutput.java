package dev.throughline.wire.responses.answer;

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
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.sse.RecordedText.Kind;
import java.util.ArrayList;
import java.util.List;

/// Builds the output items of one answer from its events: one open at a time, indices without a gap. Shared
/// by streamed and unstreamed answers, so that both have the same content. Keeps the texts, since the last
/// event of a stream repeats them, or their positions in the recorded answer.
final class ResponsesOutput {

    /// Notified of each step.
    interface Watcher {
        void opened(ResponsesOutputItem responsesOutputItem);

        void grew(ResponsesOutputItem responsesOutputItem, String more);

        void closed(ResponsesOutputItem responsesOutputItem, ResponsesItemStatus status);
    }

    /// Ignores the steps.
    record Unwatched() implements Watcher {
        @Override
        public void opened(ResponsesOutputItem responsesOutputItem) {}

        @Override
        public void grew(ResponsesOutputItem responsesOutputItem, String more) {}

        @Override
        public void closed(ResponsesOutputItem responsesOutputItem, ResponsesItemStatus status) {}
    }

    private final String key;
    private final ClientTools tools;
    private final ResponsesTextBudget keeper;
    private final Watcher watcher;
    private final List<ResponsesOutputItem> items = new ArrayList<>();
    private boolean isOpen;
    private ResponsesItemStatus lastStatus = ResponsesItemStatus.COMPLETED;

    ResponsesOutput(String key, ClientTools tools, ResponsesTextBudget keeper, Watcher watcher) {
        this.key = key;
        this.tools = tools;
        this.keeper = keeper;
        this.watcher = watcher;
    }

    /// Takes the next event. A failure leaves its last item open: an unfinished item must not look
    /// completed.
    void on(StreamEvent event) {
        switch (event) {
            case Start _, Usage _ -> {}
            case ReasoningDelta(String more) -> reasoning(more);
            case ReasoningSignature(String signature) -> signature(signature);
            case RedactedReasoning(String data) -> sealed(Kind.REDACTED, data);
            case TextDelta(String more) -> visible(more);
            case ToolCallStart(int _, String callId, String name) -> call(callId, name);
            case ToolCallArgs(int _, String fragment) -> grow(fragment);
            case ToolCallEnd _ -> close(ResponsesItemStatus.COMPLETED);
            case Finish(FinishReason reason, var _) -> close(lastStatus(reason));
            case Failure _ -> lastStatus = isOpen ? ResponsesItemStatus.INCOMPLETE : lastStatus;
        }
    }

    List<ResponsesOutputItem> items() {
        return items;
    }

    /// The status of an item after the terminal event; only the last one can be incomplete.
    ResponsesItemStatus status(ResponsesOutputItem responsesOutputItem) {
        return responsesOutputItem.index() == items.size() - 1 ? lastStatus : ResponsesItemStatus.COMPLETED;
    }

    private static ResponsesItemStatus lastStatus(FinishReason reason) {
        return switch (reason) {
            case STOP, TOOL_CALLS -> ResponsesItemStatus.COMPLETED;
            case LENGTH, CONTENT_FILTER -> ResponsesItemStatus.INCOMPLETE;
        };
    }

    private void reasoning(String more) {
        if (!isOpen || !(items.getLast() instanceof ResponsesOutputItem.Reasoning)) {
            open(new ResponsesOutputItem.Reasoning(id("rs_"), next(), text(Kind.REASONING), text(Kind.SIGNATURE)));
        }
        grow(more);
    }

    /// A proof without a preceding text is sent by a provider that does not disclose the text.
    private void signature(String signature) {
        if (isOpen && items.getLast() instanceof ResponsesOutputItem.Reasoning reasoning) {
            reasoning.proof().append(signature);
            close(ResponsesItemStatus.COMPLETED);
        } else {
            sealed(Kind.SIGNATURE, signature);
        }
    }

    private void sealed(Kind kind, String content) {
        ResponsesItemText data = text(kind);
        data.append(content);
        open(new ResponsesOutputItem.Sealed(id("rs_"), next(), ResponsesItemText.kept(""), data));
        close(ResponsesItemStatus.COMPLETED);
    }

    private void visible(String more) {
        if (!isOpen || !(items.getLast() instanceof ResponsesOutputItem.Visible)) {
            open(new ResponsesOutputItem.Visible(id("msg_"), next(), text(Kind.TEXT)));
        }
        grow(more);
    }

    private void call(String callId, String name) {
        ClientTools.Origin tool = tools.origin(name);
        // The input of a freeform tool is certain only when its arguments are complete.
        ResponsesItemText text = tool.isFreeform() ? ResponsesItemText.kept("") : text(Kind.ARGUMENTS);
        open(
                tool.isFreeform()
                        ? new ResponsesOutputItem.Freeform(
                                id("ctc_"),
                                next(),
                                text,
                                callId,
                                tool.name(),
                                tool.namespace(),
                                new ResponsesFreeformInput())
                        : new ResponsesOutputItem.Call(id("fc_"), next(), text, callId, tool.name(), tool.namespace()));
    }

    private void open(ResponsesOutputItem responsesOutputItem) {
        close(ResponsesItemStatus.COMPLETED);
        items.add(responsesOutputItem);
        isOpen = true;
        watcher.opened(responsesOutputItem);
    }

    private void grow(String more) {
        ResponsesOutputItem responsesOutputItem = items.getLast();
        grow(
                responsesOutputItem,
                responsesOutputItem instanceof ResponsesOutputItem.Freeform call
                        ? call.arguments().read(more)
                        : more);
    }

    private void grow(ResponsesOutputItem responsesOutputItem, String more) {
        boolean isHeld = more.isEmpty() && responsesOutputItem instanceof ResponsesOutputItem.Freeform;
        if (!isHeld) {
            responsesOutputItem.text().append(more);
            watcher.grew(responsesOutputItem, more);
        }
    }

    private void close(ResponsesItemStatus status) {
        if (isOpen) {
            isOpen = false;
            if (items.getLast() instanceof ResponsesOutputItem.Freeform call) {
                grow(call, call.arguments().end());
            }
            lastStatus = status;
            watcher.closed(items.getLast(), status);
        }
    }

    private ResponsesItemText text(Kind kind) {
        return new ResponsesItemText(kind, keeper);
    }

    private int next() {
        return items.size();
    }

    private String id(String prefix) {
        return prefix + key + "_" + next();
    }
}
