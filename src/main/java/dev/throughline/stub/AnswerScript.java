package dev.throughline.stub;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
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
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.PlantedItem;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
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
        return PlantedItems.of(blocks, dialect, field);
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

    /// How a GLM model writes reasoning and calls. Source: the public chat templates of GLM-4.5 and GLM-4.7.
    ///
    /// @param gap the text between the parts of a call
    /// @param startsInReasoning whether the template has already written the opener
    private record RawLayout(String gap, boolean startsInReasoning) {
        static RawLayout of(StubOutputForm form) {
            return switch (form) {
                case RAW_GLM_4_5 -> new RawLayout("\n", false);
                case RAW_GLM_4_7 -> new RawLayout("", true);
                case NATIVE -> throw new IllegalArgumentException("the native form has no layout");
            };
        }

        String write(List<ScriptBlock> blocks) {
            var text = new StringBuilder();
            boolean isOpen = startsInReasoning;
            for (ScriptBlock scriptBlock : blocks) {
                switch (scriptBlock) {
                    case ScriptBlock.Reasoning(String _, String thought, String _) -> {
                        text.append(isOpen ? "" : gap + "<think>")
                                .append(thought)
                                .append("</think>");
                        isOpen = false;
                    }
                    case ScriptBlock.Text(String _, String said) -> {
                        closeEmpty(isOpen, text);
                        isOpen = false;
                        text.append(gap).append(said);
                    }
                    case ScriptBlock.Call call -> {
                        closeEmpty(isOpen, text);
                        isOpen = false;
                        call(call, text);
                    }
                    case ScriptBlock.Redacted _ -> {}
                }
            }
            return text.toString();
        }

        private static void closeEmpty(boolean isOpen, StringBuilder text) {
            if (isOpen) {
                text.append("</think>");
            }
        }

        private void call(ScriptBlock.Call call, StringBuilder text) {
            text.append(gap).append("<tool_call>").append(call.name()).append(gap);
            parse(call.arguments()).properties().forEach(argument -> {
                JsonNode value = argument.getValue();
                text.append("<arg_key>")
                        .append(argument.getKey())
                        .append("</arg_key>")
                        .append(gap);
                text.append("<arg_value>").append(value.isTextual() ? value.textValue() : StrictJson.text(value));
                text.append("</arg_value>").append(gap);
            });
            text.append("</tool_call>");
        }

        private static JsonNode parse(String arguments) {
            try {
                return StrictJson.MAPPER.readTree(arguments);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a script's own arguments are JSON", e);
            }
        }
    }

    /// An answer as sent by a backend with working parsers.
    private static final class NativeEvents {
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

    /// Computes an answer's token usage. The prompt is always reported as small: a client that sees a full
    /// context compacts its history.
    private static final class UsageCounter {
        private static final int LARGEST_PROMPT = 200;
        private static final int MESSAGE_COST = 10;

        private final int input;
        private int output;
        private int reasoning;

        UsageCounter(Conversation request) {
            input = Math.min(LARGEST_PROMPT, MESSAGE_COST * request.messages().size());
        }

        void reasoning(int tokens) {
            reasoning += tokens;
            output += tokens;
        }

        void output(int tokens) {
            output += tokens;
        }

        Usage usage() {
            return new Usage(input, output, 0, reasoning);
        }
    }
}
