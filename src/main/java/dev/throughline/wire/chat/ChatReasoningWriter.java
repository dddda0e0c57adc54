package dev.throughline.wire.chat;

import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes reasoning into the field or fields in which an answer carries it.
final class ChatReasoningWriter {
    private ChatReasoningWriter() {}

    /// The field or fields with this text, without surrounding commas.
    /// @param block position among the answer's reasoning blocks, from 0
    static void write(ReasoningField field, String text, int block, FrameBuffer out) {
        switch (field) {
            case REASONING_CONTENT, REASONING, REASONING_TEXT -> single(field.id(), text, out);
            case BOTH -> {
                single(ReasoningField.REASONING_CONTENT.id(), text, out);
                out.raw(",");
                single(ReasoningField.REASONING.id(), text, out);
            }
            case REASONING_DETAILS -> {
                out.raw("\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":")
                        .json(text);
                end(block, out);
                out.raw("]");
            }
        }
    }

    /// The proof of a block, as a separate detail that a reader merges by index.
    static void writeSignature(String signature, int block, FrameBuffer out) {
        out.raw("\"reasoning_details\":[{\"type\":\"reasoning.text\",\"signature\":")
                .json(signature);
        end(block, out);
        out.raw("]");
    }

    /// An opaque block that only the provider can read.
    static void writeRedacted(String data, int block, FrameBuffer out) {
        out.raw("\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":")
                .json(data);
        end(block, out);
        out.raw("]");
    }

    /// Details as they are.
    /// @param details a JSON array
    static FrameBuffer writeDetails(byte[] details, FrameBuffer out) {
        return out.raw("\"reasoning_details\":").raw(details);
    }

    private static void end(int block, FrameBuffer out) {
        out.raw(",\"format\":\"unknown\",\"index\":").number(block).raw("}");
    }

    private static void single(String name, String text, FrameBuffer out) {
        out.json(name).raw(":").json(text);
    }
}
