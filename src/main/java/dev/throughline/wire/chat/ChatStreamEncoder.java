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
import dev.throughline.wire.OpenAiErrors;
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Writes `chat.completion.chunk` frames. The constant part of an answer's frames is created once.
final class ChatStreamEncoder implements StreamEncoder {
    private static final byte[] DONE = ascii("data: [DONE]\n\n");
    private static final byte[] KEEP_ALIVE = ascii(": keep-alive\n\n");

    private final ReasoningField field;
    private final Optional<ReasoningDetailsBuilder> details;
    private final boolean includeUsage;
    private final byte[] head;
    private final byte[] delta;
    private final byte[] deltaEnd;
    private Usage usage = new Usage(0, 0, 0, 0);
    private int reasoningBlocks = -1;
    private boolean inReasoning;

    public ChatStreamEncoder(AnswerHead answer, String id) {
        field = answer.reasoningField();
        details = answer.details();
        includeUsage = answer.includeUsage();
        head = new FrameBuffer()
                .raw("data: {\"id\":")
                .json(id)
                .raw(",\"object\":\"chat.completion.chunk\",\"created\":")
                .number(answer.created().getEpochSecond())
                .raw(",\"model\":")
                .json(answer.model())
                .raw(ChatFinish.provider(field))
                .raw(",\"choices\":[")
                .take();
        delta = new FrameBuffer().raw(head).raw("{\"index\":0,\"delta\":{").take();
        deltaEnd = ascii(
                "},\"logprobs\":null,\"finish_reason\":null}]" + (includeUsage ? ",\"usage\":null" : "") + "}\n\n");
    }

    @Override
    public void on(StreamEvent event, FrameBuffer out) {
        switch (event) {
            case Start _ ->
                out.raw(delta).raw("\"role\":\"assistant\",\"content\":\"\"").raw(deltaEnd);
            case ReasoningDelta(String text) -> reasoning(text, out);
            case TextDelta(String text) -> {
                inReasoning = false;
                unsentDetails(out);
                out.raw(delta).raw("\"content\":").json(text).raw(deltaEnd);
            }
            case ToolCallStart start -> callStart(start, out);
            case ToolCallArgs(int index, String fragment) ->
                out.raw(delta)
                        .raw("\"tool_calls\":[{\"index\":")
                        .number(index)
                        .raw(",\"function\":{\"arguments\":")
                        .json(fragment)
                        .raw("}}]")
                        .raw(deltaEnd);
            case ToolCallEnd _ -> {}
            case ReasoningSignature(String signature) -> signature(signature, out);
            case RedactedReasoning(String data) -> redacted(data, out);
            case Usage counted -> usage = counted;
            case Finish(FinishReason reason, var _) -> finish(reason, out);
            case Failure failure -> {
                out.raw("data: ");
                OpenAiErrors.write(failure, out);
                out.raw("\n\n");
            }
        }
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(KEEP_ALIVE);
    }

    private void reasoning(String text, FrameBuffer out) {
        if (!inReasoning) {
            inReasoning = true;
            reasoningBlocks++;
        }
        out.raw(delta);
        ChatReasoningWriter.write(field, text, reasoningBlocks, out);
        newDetails().ifPresent(json -> ChatReasoningWriter.writeDetails(json, out.raw(",")));
        out.raw(deltaEnd);
    }

    private Optional<byte[]> newDetails() {
        return details.map(ReasoningDetailsBuilder::take)
                .filter(fragments -> !fragments.isEmpty())
                .map(StrictJson::write);
    }

    /// Proofs and opaque data have no text that they are sent beside.
    private void unsentDetails(FrameBuffer out) {
        newDetails()
                .ifPresent(json ->
                        ChatReasoningWriter.writeDetails(json, out.raw(delta)).raw(deltaEnd));
    }

    private void signature(String signature, FrameBuffer out) {
        inReasoning = false;
        unsentDetails(out);
        if (field == ReasoningField.REASONING_DETAILS) {
            out.raw(delta);
            ChatReasoningWriter.writeSignature(signature, reasoningBlocks, out);
            out.raw(deltaEnd);
        }
    }

    private void redacted(String data, FrameBuffer out) {
        inReasoning = false;
        unsentDetails(out);
        if (field == ReasoningField.REASONING_DETAILS) {
            reasoningBlocks++;
            out.raw(delta);
            ChatReasoningWriter.writeRedacted(data, reasoningBlocks, out);
            out.raw(deltaEnd);
        }
    }

    private void callStart(ToolCallStart start, FrameBuffer out) {
        inReasoning = false;
        unsentDetails(out);
        out.raw(delta).raw("\"tool_calls\":[{\"index\":").number(start.index());
        out.raw(",\"id\":").json(start.id());
        out.raw(",\"type\":\"function\",\"function\":{\"name\":").json(start.name());
        out.raw(",\"arguments\":\"\"}}]").raw(deltaEnd);
    }

    private void finish(FinishReason reason, FrameBuffer out) {
        unsentDetails(out);
        out.raw(head).raw("{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":");
        out.json(ChatFinish.reason(reason))
                .raw(ChatFinish.nativeReason(field, reason))
                .raw("}]");
        if (includeUsage) {
            out.raw(",\"usage\":null}\n\n").raw(head).raw("],\"usage\":");
            ChatFinish.usage(usage, out);
        }
        out.raw("}\n\n").raw(DONE);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
