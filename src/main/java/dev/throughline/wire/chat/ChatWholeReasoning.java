package dev.throughline.wire.chat;

import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.ArrayList;
import java.util.List;

/// The reasoning of one answer, as blocks, written into the field or fields that carry it.
final class ChatWholeReasoning {
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
