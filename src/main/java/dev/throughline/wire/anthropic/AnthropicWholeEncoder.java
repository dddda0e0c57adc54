package dev.throughline.wire.anthropic;

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
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.ArrayList;
import java.util.List;

/// Collects one `message`. A text of white space only is not written as a block.
final class AnthropicWholeEncoder implements WholeEncoder {
    private final String id;
    private final String model;
    private final List<Block> blocks = new ArrayList<>();
    /// Whether the last block, if it is thinking, may still grow.
    private boolean isThinking;

    private Usage usage = new Usage(0, 0, 0, 0);
    private Finish finish = new Finish(FinishReason.STOP);

    public AnthropicWholeEncoder(String id, String model) {
        this.id = id;
        this.model = model;
    }

    private sealed interface Block {
        record Thinking(StringBuilder text, StringBuilder signature) implements Block {}

        record Redacted(String data) implements Block {}

        record Text(StringBuilder text) implements Block {}

        record Call(String id, String name, StringBuilder input) implements Block {}
    }

    @Override
    public void on(StreamEvent event) {
        switch (event) {
            case Start _, ToolCallEnd _ -> {}
            case ReasoningDelta(String more) -> thinking().text().append(more);
            case ReasoningSignature(String signature) -> {
                if (!signature.isEmpty()) {
                    thinking().signature().append(signature);
                }
                isThinking = false;
            }
            case RedactedReasoning(String data) -> blocks.add(new Block.Redacted(data));
            case TextDelta(String more) -> text(more);
            case ToolCallStart(int _, String callId, String name) ->
                blocks.add(new Block.Call(callId, name, new StringBuilder()));
            case ToolCallArgs(int _, String fragment) -> {
                if (blocks.getLast() instanceof Block.Call call) {
                    call.input().append(fragment);
                }
            }
            case Usage counted -> usage = counted;
            case Finish end -> finish = end;
            case Failure failure -> throw new IllegalArgumentException("a failure has no body here: " + failure.kind());
        }
    }

    @Override
    public byte[] body() {
        var out = new FrameBuffer().raw("{\"id\":").json(id);
        out.raw(",\"type\":\"message\",\"role\":\"assistant\",\"model\":").json(model);
        out.raw(",\"content\":");
        content(out);
        AnthropicUsage.stop(finish, out.raw(","));
        out.raw(",\"usage\":");
        AnthropicUsage.write(usage, out);
        return out.raw("}").take();
    }

    /// Appends the blocks as an array.
    void content(FrameBuffer out) {
        out.raw("[");
        boolean isFirst = true;
        for (Block block : blocks) {
            if (block instanceof Block.Text(StringBuilder text)
                    && text.toString().isBlank()) {
                continue;
            }
            write(block, out.raw(isFirst ? "" : ","));
            isFirst = false;
        }
        out.raw("]");
    }

    private Block.Thinking thinking() {
        if (!blocks.isEmpty() && blocks.getLast() instanceof Block.Thinking open && isThinking) {
            return open;
        }
        var opened = new Block.Thinking(new StringBuilder(), new StringBuilder());
        blocks.add(opened);
        isThinking = true;
        return opened;
    }

    private void text(String more) {
        if (!blocks.isEmpty() && blocks.getLast() instanceof Block.Text(StringBuilder text)) {
            text.append(more);
        } else {
            blocks.add(new Block.Text(new StringBuilder(more)));
        }
    }

    private static void write(Block block, FrameBuffer out) {
        switch (block) {
            case Block.Thinking(StringBuilder text, StringBuilder signature) ->
                out.raw("{\"type\":\"thinking\",\"thinking\":")
                        .json(text.toString())
                        .raw(",\"signature\":")
                        .json(signature.toString());
            case Block.Redacted(String data) ->
                out.raw("{\"type\":\"redacted_thinking\",\"data\":").json(data);
            case Block.Text(StringBuilder text) ->
                out.raw("{\"type\":\"text\",\"text\":").json(text.toString());
            case Block.Call(String id, String name, StringBuilder input) ->
                out.raw("{\"type\":\"tool_use\",\"id\":")
                        .json(id)
                        .raw(",\"name\":")
                        .json(name)
                        .raw(",\"input\":")
                        .raw(AnthropicCallInput.of(input.toString()));
        }
        out.raw("}");
    }
}
