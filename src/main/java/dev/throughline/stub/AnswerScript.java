package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.trace.Category;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.PlantedItem;
import dev.throughline.wire.ReasoningField;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A scripted answer: its blocks in order, and why it ends.
/// @param pace time between its deltas, besides that of the run; zero for none
record AnswerScript(List<ScriptBlock> blocks, FinishReason reason, Duration pace) {
    AnswerScript {
        blocks = List.copyOf(blocks);
    }

    AnswerScript(List<ScriptBlock> blocks, FinishReason reason) {
        this(blocks, reason, Duration.ZERO);
    }

    static AnswerScript of(ScriptBlock only) {
        return new AnswerScript(List.of(only), FinishReason.STOP);
    }

    /// The same answer as its issuer gives it.
    AnswerScript by(StubIssuer issuer, Conversation request) {
        return new AnswerScript(issuer.issued(blocks, request), reason, pace);
    }

    /// The planted items, in the terms of its dialect.
    List<PlantedItem> items(Dialect dialect, ReasoningField field) {
        return switch (dialect) {
            case OPENAI_CHAT -> PlantedChatItems.of(blocks, field);
            case ANTHROPIC, RESPONSES -> plantedBlockItems(blocks, dialect);
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

    /// The planted items of an answer in a dialect with separate blocks.
    private static List<PlantedItem> plantedBlockItems(List<ScriptBlock> blocks, Dialect dialect) {
        String field = dialect == Dialect.ANTHROPIC ? "thinking" : "reasoning";
        var items = new PlantedItemList();
        for (int i = 0; i < blocks.size(); i++) {
            switch (blocks.get(i)) {
                case ScriptBlock.Reasoning(String token, String text, String signature) ->
                    items.text(
                            Category.THINK,
                            token,
                            text,
                            i,
                            field,
                            Optional.of(signature).filter(proof -> !proof.isEmpty()));
                case ScriptBlock.Redacted(String data) ->
                    items.text(Category.THINK, "", data, i, "redacted_thinking", Optional.empty());
                case ScriptBlock.Text(String token, String text)
                when !token.isEmpty() -> items.text(Category.CONTENT, token, text, i, "", Optional.empty());
                case ScriptBlock.Call call -> items.call(call, i);
                case ScriptBlock.Text _ -> {}
            }
        }
        return items.list();
    }

    /// An answer as sent by a backend that does not parse: all of it is text, with the model's own markup.
    static final class RawEvents {
        private final AnswerScript script;
        private final StubSettings settings;
        private final Conversation request;
        private final RandomGenerator random;

        RawEvents(AnswerScript script, StubSettings settings, Conversation request, RandomGenerator random) {
            this.script = script;
            this.settings = settings;
            this.request = request;
            this.random = random;
        }

        List<StreamEvent> list() {
            List<String> pieces =
                    DeltaSplitter.anywhere(RawLayout.of(settings.output()).write(script.blocks()), random);
            var usageCounter = new UsageCounter(request);
            usageCounter.output(pieces.size());
            List<StreamEvent> events = new ArrayList<>(pieces.size() + 3);
            events.add(new Start(request.model()));
            pieces.forEach(piece -> events.add(new TextDelta(piece)));
            events.add(usageCounter.usage());
            FinishReason reason = script.reason() == FinishReason.TOOL_CALLS ? FinishReason.STOP : script.reason();
            events.add(new Finish(reason));
            return events;
        }
    }
}
