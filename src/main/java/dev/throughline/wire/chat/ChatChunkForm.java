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
import dev.throughline.wire.sse.FrameBuffer;

/// A backend's chunk without its delta, into which new deltas are written.
///
/// @param before up to the inside of the delta
/// @param behind what follows the choices
/// @param extras unknown fields of the delta as JSON members; empty for none
/// @param delta where the delta carries text
record ChatChunkForm(byte[] before, byte[] behind, String extras, ChatDeltaForm delta) {
    /// Writes a chunk with this event.
    /// @param more members that precede it in the delta; empty for none
    /// @return whether there was anything to write
    boolean write(StreamEvent event, String more, FrameBuffer out) {
        switch (event) {
            case TextDelta(String text) -> delta.text(text, open(more, out));
            case ReasoningDelta(String text) when !text.isEmpty() -> delta.reasoning(text, open(more, out));
            case ReasoningSignature(String proof)
            when !delta.signed().isEmpty() -> delta.signature(proof, open(more, out));
            case RedactedReasoning(String data)
            when delta.sealed().containsKey(data) ->
                open(more, out)
                        .raw("\"reasoning_details\":[")
                        .raw(delta.sealed().getOrDefault(data, ""))
                        .raw("]");
            case ToolCallStart(int index, String id, String name) -> {
                open(more, out).raw("\"tool_calls\":[{\"index\":").number(index);
                out.raw(",\"id\":").json(id).raw(",\"type\":\"function\",\"function\":{\"name\":");
                out.json(name).raw(",\"arguments\":\"\"}}]");
            }
            case ToolCallArgs(int index, String fragment) ->
                open(more, out)
                        .raw("\"tool_calls\":[{\"index\":")
                        .number(index)
                        .raw(",\"function\":{\"arguments\":")
                        .json(fragment)
                        .raw("}}]");
            case Start _,
                    ReasoningDelta _,
                    ReasoningSignature _,
                    RedactedReasoning _,
                    ToolCallEnd _,
                    Usage _,
                    Finish _,
                    Failure _ -> {
                return false;
            }
        }
        end("null", out);
        return true;
    }

    /// The same for the events of another chunk.
    ChatChunkForm withoutExtras() {
        return new ChatChunkForm(before, behind, "", delta);
    }

    /// Writes a chunk that ends the answer.
    void finish(FinishReason reason, FrameBuffer out) {
        out.raw(before);
        end('"' + ChatFinish.reason(reason) + '"', out);
    }

    /// Writes a chunk with only these members in its delta.
    void bare(String members, FrameBuffer out) {
        out.raw(before).raw(members);
        end("null", out);
    }

    private void end(String reason, FrameBuffer out) {
        out.raw("},\"finish_reason\":").raw(reason).raw("}]").raw(behind);
    }

    private FrameBuffer open(String more, FrameBuffer out) {
        out.raw(before);
        return more.isEmpty() ? out : out.raw(more).raw(",");
    }
}
