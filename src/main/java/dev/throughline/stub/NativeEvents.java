package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.ReasoningField;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// An answer as sent by a backend with working parsers.
final class NativeEvents {
    private final AnswerScript script;
    private final boolean byWord;
    private final boolean isSigned;
    private final String model;
    private final RandomGenerator random;
    private final UsageCounter usageCounter;
    private final List<StreamEvent> events = new ArrayList<>();
    private int calls;

    NativeEvents(AnswerScript script, StubSettings settings, Conversation request, RandomGenerator random) {
        this.script = script;
        this.random = random;
        byWord = settings.scenario() == Scenario.LONG || !script.pace().isZero();
        isSigned = request.dialect() != Dialect.OPENAI_CHAT
                || settings.reasoningField() == ReasoningField.REASONING_DETAILS;
        model = request.model();
        usageCounter = new UsageCounter(request);
    }

    List<StreamEvent> list() {
        events.add(new Start(model));
        script.blocks().forEach(this::block);
        events.add(usageCounter.usage());
        events.add(new Finish(script.reason()));
        return events;
    }

    private void block(ScriptBlock scriptBlock) {
        switch (scriptBlock) {
            case ScriptBlock.Reasoning(String _, String text, String signature) -> {
                List<String> pieces = cut(text);
                usageCounter.reasoning(pieces.size());
                pieces.forEach(piece -> events.add(new ReasoningDelta(piece)));
                if (isSigned) {
                    events.add(new ReasoningSignature(signature));
                }
            }
            case ScriptBlock.Redacted(String data) -> events.add(new RedactedReasoning(data));
            case ScriptBlock.Text(String _, String text) -> {
                List<String> pieces = cut(text);
                usageCounter.output(pieces.size());
                pieces.forEach(piece -> events.add(new TextDelta(piece)));
            }
            case ScriptBlock.Call call -> call(call);
        }
    }

    private void call(ScriptBlock.Call call) {
        int index = calls++;
        events.add(new ToolCallStart(index, call.id(), call.name()));
        List<String> pieces = cut(call.arguments());
        usageCounter.output(pieces.size());
        pieces.forEach(piece -> events.add(new ToolCallArgs(index, piece)));
        events.add(new ToolCallEnd(index));
    }

    private List<String> cut(String text) {
        return byWord ? DeltaSplitter.words(text) : DeltaSplitter.anywhere(text, random);
    }
}
