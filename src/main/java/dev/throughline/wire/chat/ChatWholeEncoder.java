package dev.throughline.wire.chat;

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
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Collects one `chat.completion`. Content without any text is `null`.
final class ChatWholeEncoder implements WholeEncoder {
    private final AnswerHead head;
    private final String id;
    private final ChatWholeReasoning reasoning;
    private final StringBuilder text = new StringBuilder();
    private final List<Call> calls = new ArrayList<>();
    private Usage usage = new Usage(0, 0, 0, 0);
    private FinishReason reason = FinishReason.STOP;

    public ChatWholeEncoder(AnswerHead head, String id) {
        this.head = head;
        this.id = id;
        this.reasoning = new ChatWholeReasoning(head.reasoningField());
    }

    private record Call(String id, String name, StringBuilder arguments) {}

    @Override
    public void on(StreamEvent event) {
        switch (event) {
            case Start _, ToolCallEnd _ -> {}
            case ReasoningDelta(String more) -> reasoning.text(more);
            case ReasoningSignature(String signature) -> reasoning.signature(signature);
            case RedactedReasoning(String data) -> reasoning.redacted(data);
            case TextDelta(String more) -> {
                reasoning.endBlock();
                text.append(more);
            }
            case ToolCallStart(int _, String callId, String name) -> {
                reasoning.endBlock();
                calls.add(new Call(callId, name, new StringBuilder()));
            }
            case ToolCallArgs(int index, String fragment) ->
                calls.get(index).arguments().append(fragment);
            case Usage counted -> usage = counted;
            case Finish(FinishReason why, var _) -> reason = why;
            case Failure failure -> throw new IllegalArgumentException("a failure has no body here: " + failure.kind());
        }
    }

    @Override
    public byte[] body() {
        var out = new FrameBuffer().raw("{\"id\":").json(id);
        out.raw(",\"object\":\"chat.completion\",\"created\":")
                .number(head.created().getEpochSecond());
        out.raw(",\"model\":").json(head.model()).raw(ChatFinish.provider(head.reasoningField()));
        out.raw(",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":");
        if (text.isEmpty()) {
            out.raw("null");
        } else {
            out.json(text.toString());
        }
        reasoning.write(out);
        head.details()
                .flatMap(ReasoningDetailsBuilder::sent)
                .ifPresent(details -> ChatReasoningWriter.writeDetails(utf8(details), out.raw(",")));
        writeCalls(out);
        out.raw("},\"logprobs\":null,\"finish_reason\":").json(ChatFinish.reason(reason));
        out.raw(ChatFinish.nativeReason(head.reasoningField(), reason)).raw("}],\"usage\":");
        ChatFinish.usage(usage, out);
        return out.raw("}").take();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void writeCalls(FrameBuffer out) {
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            out.raw(i == 0 ? ",\"tool_calls\":[{\"id\":" : ",{\"id\":").json(call.id());
            out.raw(",\"type\":\"function\",\"function\":{\"name\":").json(call.name());
            out.raw(",\"arguments\":").json(call.arguments().toString()).raw("}}");
        }
        if (!calls.isEmpty()) {
            out.raw("]");
        }
    }

    /// The reasoning of one answer, as blocks, written into the field or fields that carry it.
    private static final class ChatWholeReasoning {
        private final ReasoningField field;
        private final List<Block> blocks = new ArrayList<>();
        private boolean isOpen;

        ChatWholeReasoning(ReasoningField field) {
            this.field = field;
        }

        private sealed interface Block {
            record Readable(StringBuilder text, StringBuilder signature) implements Block {}

            record Redacted(String data) implements Block {}
        }

        void text(String more) {
            if (!isOpen) {
                isOpen = true;
                blocks.add(new Block.Readable(new StringBuilder(), new StringBuilder()));
            }
            if (blocks.getLast() instanceof Block.Readable block) {
                block.text().append(more);
            }
        }

        void signature(String signature) {
            if (isOpen && blocks.getLast() instanceof Block.Readable block) {
                block.signature().append(signature);
            }
            isOpen = false;
        }

        void redacted(String data) {
            isOpen = false;
            blocks.add(new Block.Redacted(data));
        }

        void endBlock() {
            isOpen = false;
        }

        /// Appends the fields, each preceded by a comma; nothing if there is no reasoning.
        void write(FrameBuffer out) {
            if (field == ReasoningField.REASONING_DETAILS) {
                details(out);
                return;
            }
            var all = new StringBuilder();
            for (Block block : blocks) {
                if (block instanceof Block.Readable(StringBuilder text, StringBuilder _)) {
                    all.append(text);
                }
            }
            if (!all.isEmpty()) {
                out.raw(",");
                ChatReasoningWriter.write(field, all.toString(), 0, out);
            }
        }

        private void details(FrameBuffer out) {
            for (int i = 0; i < blocks.size(); i++) {
                out.raw(i == 0 ? ",\"reasoning_details\":[" : ",");
                switch (blocks.get(i)) {
                    case Block.Readable(StringBuilder text, StringBuilder signature) -> {
                        out.raw("{\"type\":\"reasoning.text\",\"text\":").json(text.toString());
                        if (!signature.isEmpty()) {
                            out.raw(",\"signature\":").json(signature.toString());
                        }
                    }
                    case Block.Redacted(String data) ->
                        out.raw("{\"type\":\"reasoning.encrypted\",\"data\":").json(data);
                }
                out.raw(",\"format\":\"unknown\",\"index\":").number(i).raw("}");
            }
            if (!blocks.isEmpty()) {
                out.raw("]");
            }
        }
    }
}
