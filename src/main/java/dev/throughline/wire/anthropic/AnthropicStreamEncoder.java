package dev.throughline.wire.anthropic;

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
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;

/// Writes message events: one content block open at a time, indices without a gap, a `ping` after the first
/// block opens.
final class AnthropicStreamEncoder implements StreamEncoder {
    private static final byte[] PING = ascii("event: ping\ndata: {\"type\":\"ping\"}\n\n");
    private static final byte[] END = ascii("}}\n\n");
    private static final byte[] STOP = ascii("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");

    private final byte[] start;
    private final StringBuilder whiteSpace = new StringBuilder();
    private AnthropicBlockKind open = AnthropicBlockKind.NOTHING;
    private int index = -1;
    private byte[] delta = {};
    private Usage usage;

    public AnthropicStreamEncoder(AnswerHead head, String id) {
        this(start(head, id), head.inputEstimate());
    }

    /// @param start the frame that begins the answer; empty if the client already has one
    public AnthropicStreamEncoder(byte[] start) {
        this(start, 0);
    }

    /// @param inputEstimate reported at the end of an answer without counts
    private AnthropicStreamEncoder(byte[] start, int inputEstimate) {
        this.start = start;
        this.usage = new Usage(inputEstimate, 0, 0, 0);
    }

    /// Continues an answer whose earlier frames were written elsewhere.
    /// @param kind the client's open block
    /// @param last index of the last block that the client received, −1 for none
    public void resume(AnthropicBlockKind kind, int last) {
        open = kind;
        index = last;
        delta = kind == AnthropicBlockKind.NOTHING ? delta : deltaOf(kind);
    }

    /// Takes the next index for a block that is written elsewhere.
    public int other(FrameBuffer out) {
        close(out);
        index++;
        return index;
    }

    @Override
    public void on(StreamEvent event, FrameBuffer out) {
        switch (event) {
            case Start _ -> out.raw(start);
            case ReasoningDelta(String text) -> {
                openThinking(out);
                delta(text, out);
            }
            case ReasoningSignature(String signature) -> signature(signature, out);
            case RedactedReasoning(String data) -> redacted(data, out);
            case TextDelta(String text) -> text(text, out);
            case ToolCallStart start -> call(start, out);
            case ToolCallArgs(int _, String fragment) -> delta(fragment, out);
            case ToolCallEnd _ -> close(out);
            case Usage counted -> usage = counted;
            case Finish finish -> finish(finish, out);
            case Failure failure -> {
                out.raw("event: error\ndata: ");
                AnthropicErrors.write(failure, out);
                out.raw("\n\n");
            }
        }
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(PING);
    }

    private static byte[] start(AnswerHead head, String id) {
        var out = new FrameBuffer();
        out.raw("event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":")
                .json(id);
        out.raw(",\"type\":\"message\",\"role\":\"assistant\",\"model\":").json(head.model());
        out.raw(",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":");
        AnthropicUsage.write(new Usage(head.inputEstimate(), 0, 0, 0), out);
        return out.raw(END).take();
    }

    private void text(String text, FrameBuffer out) {
        if (open == AnthropicBlockKind.TEXT) {
            delta(text, out);
            return;
        }
        whiteSpace.append(text);
        if (!text.isBlank()) {
            String held = whiteSpace.toString();
            openBlock(AnthropicBlockKind.TEXT, "{\"type\":\"text\",\"text\":\"\"}", out);
            delta(held, out);
        }
    }

    private void openThinking(FrameBuffer out) {
        if (open != AnthropicBlockKind.THINKING) {
            openBlock(AnthropicBlockKind.THINKING, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}", out);
        }
    }

    /// A proof without a preceding text is a separate block; an empty one only ends its block.
    private void signature(String signature, FrameBuffer out) {
        if (signature.isEmpty()) {
            close(out);
            return;
        }
        openThinking(out);
        out.raw("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":")
                .number(index)
                .raw(",\"delta\":{\"type\":\"signature_delta\",\"signature\":")
                .json(signature)
                .raw(END);
        close(out);
    }

    private void redacted(String data, FrameBuffer out) {
        var block = new FrameBuffer()
                .raw("{\"type\":\"redacted_thinking\",\"data\":")
                .json(data)
                .raw("}");
        openBlock(AnthropicBlockKind.THINKING, new String(block.take(), StandardCharsets.UTF_8), out);
        close(out);
    }

    private void call(ToolCallStart start, FrameBuffer out) {
        var block = new FrameBuffer().raw("{\"type\":\"tool_use\",\"id\":").json(start.id());
        block.raw(",\"name\":").json(start.name()).raw(",\"input\":{}}");
        openBlock(AnthropicBlockKind.CALL, new String(block.take(), StandardCharsets.UTF_8), out);
    }

    private void openBlock(AnthropicBlockKind kind, String block, FrameBuffer out) {
        close(out);
        index++;
        out.raw("event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":")
                .number(index)
                .raw(",\"content_block\":")
                .raw(block)
                .raw("}\n\n");
        if (index == 0) {
            out.raw(PING);
        }
        open = kind;
        whiteSpace.setLength(0);
        delta = deltaOf(kind);
    }

    private byte[] deltaOf(AnthropicBlockKind kind) {
        String field = switch (kind) {
            case THINKING -> "\"type\":\"thinking_delta\",\"thinking\":";
            case TEXT -> "\"type\":\"text_delta\",\"text\":";
            case CALL -> "\"type\":\"input_json_delta\",\"partial_json\":";
            case NOTHING -> throw new IllegalStateException("no block is open");
        };
        return ascii("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":" + index
                + ",\"delta\":{" + field);
    }

    private void delta(String text, FrameBuffer out) {
        out.raw(delta).json(text).raw(END);
    }

    /// Ends the open block, if there is one.
    public void close(FrameBuffer out) {
        if (open != AnthropicBlockKind.NOTHING) {
            out.raw("event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":")
                    .number(index)
                    .raw("}\n\n");
            open = AnthropicBlockKind.NOTHING;
        }
    }

    private void finish(Finish finish, FrameBuffer out) {
        close(out);
        out.raw("event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{");
        AnthropicUsage.stop(finish, out);
        out.raw("},\"usage\":");
        AnthropicUsage.write(usage, out);
        out.raw("}\n\n").raw(STOP);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
