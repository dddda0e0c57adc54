package dev.throughline.wire.responses;

import dev.throughline.wire.sse.FrameBuffer;

/// Writes output items and their parts. Source: the OpenAI API reference, "The response object", `output`.
///
/// Readable reasoning is in `content` and in `summary` alike, unless the answer is one with summaries only, and its
/// proof in `encrypted_content`; the service observes which of the three a client returns.
final class ResponsesItemJson {
    private static final String NO_PARTS = "[]";

    private ResponsesItemJson() {}

    /// An item at its beginning: its fields without the content that follows.
    public static void begun(ResponsesOutputItem item, FrameBuffer out) {
        write(item, ResponsesItemStatus.IN_PROGRESS, false, out);
    }

    /// A complete item.
    public static void whole(ResponsesOutputItem item, ResponsesItemStatus status, FrameBuffer out) {
        write(item, status, true, out);
    }

    private static void write(ResponsesOutputItem item, ResponsesItemStatus status, boolean isWhole, FrameBuffer out) {
        switch (item) {
            case ResponsesOutputItem.Reasoning reasoning -> reasoning(reasoning, status, isWhole, out);
            case ResponsesOutputItem.Sealed unreadable -> unreadable(unreadable, status, out);
            case ResponsesOutputItem.Visible visible -> visible(visible, status, isWhole, out);
            case ResponsesOutputItem.Call call -> call(call, status, shown(call.text(), isWhole), out);
            case ResponsesOutputItem.Freeform call -> freeform(call, status, shown(call.text(), isWhole), out);
            case ResponsesOutputItem.Search call -> search(call, status, shown(call.text(), isWhole), out);
            case ResponsesOutputItem.Received received when isWhole -> received.whole(status, out);
            case ResponsesOutputItem.Received received -> received.begun(out);
        }
    }

    private static ResponsesItemText shown(ResponsesItemText text, boolean isWhole) {
        return isWhole ? text : ResponsesItemText.of("");
    }

    /// The part of an item that grows, with this text.
    static void part(ResponsesOutputItem item, ResponsesItemText text, FrameBuffer out) {
        switch (item) {
            case ResponsesOutputItem.Reasoning _ -> summaryPart(text, out);
            case ResponsesOutputItem.Received received -> received.part(text, out);
            case ResponsesOutputItem _ -> textPart(text, out);
        }
    }

    private static void reasoningPart(ResponsesItemText text, FrameBuffer out) {
        text.json(out.raw("{\"type\":\"reasoning_text\",\"text\":"));
        out.raw("}");
    }

    private static void summaryPart(ResponsesItemText text, FrameBuffer out) {
        text.json(out.raw("{\"type\":\"summary_text\",\"text\":"));
        out.raw("}");
    }

    private static void textPart(ResponsesItemText text, FrameBuffer out) {
        text.json(out.raw("{\"type\":\"output_text\",\"text\":"));
        out.raw(",\"annotations\":[],\"logprobs\":[]}");
    }

    private static void reasoning(
            ResponsesOutputItem.Reasoning item, ResponsesItemStatus status, boolean hasParts, FrameBuffer out) {
        head(item, "reasoning", status, out).raw(",\"summary\":");
        if (hasParts) {
            summaryPart(item.text(), out.raw("["));
            out.raw("]");
        } else {
            out.raw(NO_PARTS);
        }
        if (!item.isSummaryOnly()) {
            out.raw(",\"content\":[");
            if (hasParts) {
                reasoningPart(item.text(), out);
            }
            out.raw("]");
        }
        out.raw(",\"encrypted_content\":");
        if (item.proof().isEmpty()) {
            out.raw("null}");
        } else {
            item.proof().json(out);
            out.raw("}");
        }
    }

    private static void unreadable(ResponsesOutputItem.Sealed item, ResponsesItemStatus status, FrameBuffer out) {
        head(item, "reasoning", status, out).raw(",\"summary\":[],\"encrypted_content\":");
        item.data().json(out);
        out.raw("}");
    }

    private static void visible(
            ResponsesOutputItem.Visible item, ResponsesItemStatus status, boolean hasParts, FrameBuffer out) {
        head(item, "message", status, out).raw(",\"role\":\"assistant\",\"content\":");
        if (hasParts) {
            textPart(item.text(), out.raw("["));
            out.raw("]}");
        } else {
            out.raw(NO_PARTS).raw("}");
        }
    }

    private static void call(
            ResponsesOutputItem.Call item, ResponsesItemStatus status, ResponsesItemText arguments, FrameBuffer out) {
        head(item, "function_call", status, out).raw(",\"call_id\":").json(item.callId());
        name(item.namespace(), item.name(), out);
        arguments.json(out.raw(",\"arguments\":"));
        out.raw("}");
    }

    private static void freeform(
            ResponsesOutputItem.Freeform item, ResponsesItemStatus status, ResponsesItemText input, FrameBuffer out) {
        head(item, "custom_tool_call", status, out).raw(",\"call_id\":").json(item.callId());
        name(item.namespace(), item.name(), out);
        input.json(out.raw(",\"input\":"));
        out.raw("}");
    }

    private static void search(
            ResponsesOutputItem.Search item, ResponsesItemStatus status, ResponsesItemText arguments, FrameBuffer out) {
        head(item, "tool_search_call", status, out).raw(",\"call_id\":").json(item.callId());
        arguments.object(out.raw(",\"execution\":\"client\",\"arguments\":"));
        out.raw("}");
    }

    private static void name(String namespace, String name, FrameBuffer out) {
        if (!namespace.isEmpty()) {
            out.raw(",\"namespace\":").json(namespace);
        }
        out.raw(",\"name\":").json(name);
    }

    private static FrameBuffer head(
            ResponsesOutputItem responsesOutputItem, String type, ResponsesItemStatus status, FrameBuffer out) {
        return out.raw("{\"id\":")
                .json(responsesOutputItem.id())
                .raw(",\"type\":")
                .json(type)
                .raw(",\"status\":")
                .json(status.id());
    }
}
