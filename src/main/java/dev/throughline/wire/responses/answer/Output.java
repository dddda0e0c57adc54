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

/// The output items of one answer, built from its events: one open at a time, indices without a gap. Streaming and not
/// streaming share it, so that both say the same. Keeps the texts, since the last event of a stream repeats them, or
/// where they are in the answer's record.
final class Output {

    /// Is told of each step.
    interface Watcher {
        void opened(Item item);

        void grew(Item item, String more);

        void closed(Item item, ItemStatus status);
    }

    /// Nobody follows the steps.
    record Unwatched() implements Watcher {
        @Override
        public void opened(Item item) {}

        @Override
        public void grew(Item item, String more) {}

        @Override
        public void closed(Item item, ItemStatus status) {}
    }

    private final String key;
    private final ClientTools tools;
    private final TextKeeper keeper;
    private final Watcher watcher;
    private final List<Item> items = new ArrayList<>();
    private boolean isOpen;
    private ItemStatus lastStatus = ItemStatus.COMPLETED;

    Output(String key, ClientTools tools, TextKeeper keeper, Watcher watcher) {
        this.key = key;
        this.tools = tools;
        this.keeper = keeper;
        this.watcher = watcher;
    }

    /// Takes the next event. A failure leaves its last item open: an item that was never done must not look done.
    void on(StreamEvent event) {
        switch (event) {
            case Start _, Usage _ -> {}
            case ReasoningDelta(String more) -> reasoning(more);
            case ReasoningSignature(String signature) -> signature(signature);
            case RedactedReasoning(String data) -> sealed(Kind.REDACTED, data);
            case TextDelta(String more) -> visible(more);
            case ToolCallStart(int _, String callId, String name) -> call(callId, name);
            case ToolCallArgs(int _, String fragment) -> grow(fragment);
            case ToolCallEnd _ -> close(ItemStatus.COMPLETED);
            case Finish(FinishReason reason, var _) -> close(lastStatus(reason));
            case Failure _ -> lastStatus = isOpen ? ItemStatus.INCOMPLETE : lastStatus;
        }
    }

    List<Item> items() {
        return items;
    }

    /// How an item stands once the terminal event was taken; only the last one can be incomplete.
    ItemStatus status(Item item) {
        return item.index() == items.size() - 1 ? lastStatus : ItemStatus.COMPLETED;
    }

    private static ItemStatus lastStatus(FinishReason reason) {
        return switch (reason) {
            case STOP, TOOL_CALLS -> ItemStatus.COMPLETED;
            case LENGTH, CONTENT_FILTER -> ItemStatus.INCOMPLETE;
        };
    }

    private void reasoning(String more) {
        if (!isOpen || !(items.getLast() instanceof Item.Reasoning)) {
            open(new Item.Reasoning(id("rs_"), next(), text(Kind.REASONING), text(Kind.SIGNATURE)));
        }
        grow(more);
    }

    /// A proof without a text before it is what a provider sends that keeps the text to itself.
    private void signature(String signature) {
        if (isOpen && items.getLast() instanceof Item.Reasoning reasoning) {
            reasoning.proof().append(signature);
            close(ItemStatus.COMPLETED);
        } else {
            sealed(Kind.SIGNATURE, signature);
        }
    }

    private void sealed(Kind kind, String said) {
        ItemText data = text(kind);
        data.append(said);
        open(new Item.Sealed(id("rs_"), next(), ItemText.kept(""), data));
        close(ItemStatus.COMPLETED);
    }

    private void visible(String more) {
        if (!isOpen || !(items.getLast() instanceof Item.Visible)) {
            open(new Item.Visible(id("msg_"), next(), text(Kind.TEXT)));
        }
        grow(more);
    }

    private void call(String callId, String name) {
        ClientTools.Origin tool = tools.origin(name);
        // The input of a freeform tool is known for sure only when its arguments are whole.
        ItemText text = tool.isFreeform() ? ItemText.kept("") : text(Kind.ARGUMENTS);
        open(
                tool.isFreeform()
                        ? new Item.Freeform(
                                id("ctc_"), next(), text, callId, tool.name(), tool.namespace(), new FreeformInput())
                        : new Item.Call(id("fc_"), next(), text, callId, tool.name(), tool.namespace()));
    }

    private void open(Item item) {
        close(ItemStatus.COMPLETED);
        items.add(item);
        isOpen = true;
        watcher.opened(item);
    }

    private void grow(String more) {
        Item item = items.getLast();
        grow(item, item instanceof Item.Freeform call ? call.arguments().read(more) : more);
    }

    private void grow(Item item, String more) {
        boolean isHeld = more.isEmpty() && item instanceof Item.Freeform;
        if (!isHeld) {
            item.text().append(more);
            watcher.grew(item, more);
        }
    }

    private void close(ItemStatus status) {
        if (isOpen) {
            isOpen = false;
            if (items.getLast() instanceof Item.Freeform call) {
                grow(call, call.arguments().end());
            }
            lastStatus = status;
            watcher.closed(items.getLast(), status);
        }
    }

    private ItemText text(Kind kind) {
        return new ItemText(kind, keeper);
    }

    private int next() {
        return items.size();
    }

    private String id(String prefix) {
        return prefix + key + "_" + next();
    }
}
