package dev.throughline.wire.chat;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Orders the reasoning and text of one answer by the grammar of `StreamEvent`, whatever order a backend
/// sends them in. What is received inside a call waits for the call's end; a signature without preceding
/// reasoning signs an empty block.
final class ChatEventSequencer {
    private final ChatCallAssembler calls;
    private final List<StreamEvent> waiting = new ArrayList<>();
    private boolean isReasoning;
    private int callsBefore;

    ChatEventSequencer(ChatCallAssembler calls) {
        this.calls = calls;
    }

    /// Receives the ordered events and passes them to `out`.
    Consumer<StreamEvent> into(Consumer<? super StreamEvent> out) {
        return event -> say(event, out);
    }

    void say(StreamEvent event, Consumer<? super StreamEvent> out) {
        calls.endWhole(out);
        waiting.add(event);
        release(out);
    }

    /// Emits what waits, unless a call is in progress.
    void release(Consumer<? super StreamEvent> out) {
        if (!calls.isOpen()) {
            waiting.forEach(event -> give(event, out));
            waiting.clear();
        }
    }

    private void give(StreamEvent event, Consumer<? super StreamEvent> out) {
        boolean isBehindReasoning = isReasoning && callsBefore == calls.count();
        if (event instanceof ReasoningSignature && !isBehindReasoning) {
            out.accept(new ReasoningDelta(""));
        }
        isReasoning = event instanceof ReasoningDelta;
        callsBefore = calls.count();
        out.accept(event);
    }
}
