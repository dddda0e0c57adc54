package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.PlantedItem;
import dev.throughline.wire.ReasoningField;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// A scripted answer: its blocks in order, and why it ends.
record AnswerScript(List<ScriptBlock> blocks, FinishReason reason) {
    AnswerScript {
        blocks = List.copyOf(blocks);
    }

    static AnswerScript of(ScriptBlock only) {
        return new AnswerScript(List.of(only), FinishReason.STOP);
    }

    /// The planted items, in the terms of its dialect.
    List<PlantedItem> items(Dialect dialect, ReasoningField field) {
        return switch (dialect) {
            case OPENAI_CHAT -> PlantedChatItems.of(blocks, field);
            case ANTHROPIC, RESPONSES -> PlantedBlockItems.of(blocks, dialect);
        };
    }

    /// The content hash of the visible part of the answer.
    String contentHash() {
        var text = new StringBuilder();
        List<ContentHash.Call> calls = new ArrayList<>();
        for (ScriptBlock scriptBlock : blocks) {
            switch (scriptBlock) {
                case ScriptBlock.Text(String _, String said) -> text.append(said);
                case ScriptBlock.Call call -> calls.add(new ContentHash.Call(call.name(), call.arguments()));
                case ScriptBlock.Reasoning _, ScriptBlock.Redacted _ -> {}
            }
        }
        return ContentHash.of(text.toString(), calls);
    }

    /// The answer as events, split by the run's seed.
    Iterator<StreamEvent> events(StubSettings settings, Conversation request, int exchange) {
        var random = FillerText.random(settings.seed() * 31 + exchange);
        return switch (settings.output()) {
            case NATIVE ->
                new NativeEvents(this, settings, request, random).list().iterator();
            case RAW_GLM_4_5, RAW_GLM_4_7 ->
                new RawEvents(this, settings, request, random).list().iterator();
        };
    }
}
