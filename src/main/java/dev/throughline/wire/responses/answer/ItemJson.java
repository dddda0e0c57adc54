package dev.throughline.wire.responses.answer;

import dev.throughline.wire.sse.FrameBuffer;

/// Writes output items and their parts. Source: the OpenAI API reference, "The response object", `output`.
///
/// Readable reasoning stands in `content` and in `summary` alike and its proof in `encrypted_content`; which of the
/// three a client brings back is what is looked for.
public final class ItemJson {
    private static final String NO_PARTS = "[]";

    private ItemJson() {}

    /// An item as it begins: its fields without what is still to come.
    static void begun(Item item, FrameBuffer out) {
        switch (item) {
            case Item.Reasoning reasoning -> reasoning(reasoning, ItemStatus.IN_PROGRESS, false, out);
            case Item.Sealed unreadable -> unreadable(unreadable, ItemStatus.IN_PROGRESS, out);
            case Item.Visible visible -> visible(visible, ItemStatus.IN_PROGRESS, false, out);
            case Item.Call call -> call(call, ItemStatus.IN_PROGRESS, ItemText.kept(""), out);
            case Item.Freeform call -> freeform(call, ItemStatus.IN_PROGRESS, ItemText.kept(""), out);
        }
    }

    /// An item with all that it says.
    public static void whole(Item item, ItemStatus status, FrameBuffer out) {
        switch (item) {
            case Item.Reasoning reasoning -> reasoning(reasoning, status, true, out);
            case Item.Sealed unreadable -> unreadable(unreadable, status, out);
            case Item.Visible visible -> visible(visible, status, true, out);
            case Item.Call call -> call(call, status, call.text(), out);
            case Item.Freeform call -> freeform(call, status, call.text(), out);
        }
    }

    private static void reasoningPart(ItemText text, FrameBuffer out) {
        text.json(out.raw("{\"type\":\"reasoning_text\",\"text\":"));
        out.raw("}");
    }

    static void summaryPart(ItemText text, FrameBuffer out) {
        text.json(out.raw("{\"type\":\"summary_text\",\"text\":"));
        out.raw("}");
    }

    static void textPart(ItemText text, FrameBuffer out) {
        text.json(out.raw("{\"type\":\"output_text\",\"text\":"));
        out.raw(",\"annotations\":[],\"logprobs\":[]}");
    }

    private static void reasoning(Item.Reasoning item, ItemStatus status, boolean hasParts, FrameBuffer out) {
        head(item, "reasoning", status, out).raw(",\"summary\":");
        if (hasParts) {
            summaryPart(item.text(), out.raw("["));
            reasoningPart(item.text(), out.raw("],\"content\":["));
            out.raw("]");
        } else {
            out.raw(NO_PARTS).raw(",\"content\":").raw(NO_PARTS);
        }
        out.raw(",\"encrypted_content\":");
        if (item.proof().isEmpty()) {
            out.raw("null}");
        } else {
            item.proof().json(out);
            out.raw("}");
        }
    }

    private static void unreadable(Item.Sealed item, ItemStatus status, FrameBuffer out) {
        head(item, "reasoning", status, out).raw(",\"summary\":[],\"encrypted_content\":");
        item.data().json(out);
        out.raw("}");
    }

    private static void visible(Item.Visible item, ItemStatus status, boolean hasParts, FrameBuffer out) {
        head(item, "message", status, out).raw(",\"role\":\"assistant\",\"content\":");
        if (hasParts) {
            textPart(item.text(), out.raw("["));
            out.raw("]}");
        } else {
            out.raw(NO_PARTS).raw("}");
        }
    }

    private static void call(Item.Call item, ItemStatus status, ItemText arguments, FrameBuffer out) {
        head(item, "function_call", status, out).raw(",\"call_id\":").json(item.callId());
        name(item.namespace(), item.name(), out);
        arguments.json(out.raw(",\"arguments\":"));
        out.raw("}");
    }

    private static void freeform(Item.Freeform item, ItemStatus status, ItemText input, FrameBuffer out) {
        head(item, "custom_tool_call", status, out).raw(",\"call_id\":").json(item.callId());
        name(item.namespace(), item.name(), out);
        input.json(out.raw(",\"input\":"));
        out.raw("}");
    }

    private static void name(String namespace, String name, FrameBuffer out) {
        if (!namespace.isEmpty()) {
            out.raw(",\"namespace\":").json(namespace);
        }
        out.raw(",\"name\":").json(name);
    }

    private static FrameBuffer head(Item item, String type, ItemStatus status, FrameBuffer out) {
        return out.raw("{\"id\":")
                .json(item.id())
                .raw(",\"type\":")
                .json(type)
                .raw(",\"status\":")
                .json(status.id());
    }
}
