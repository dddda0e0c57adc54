package dev.throughline.wire.responses.answer;

import dev.throughline.wire.sse.FrameBuffer;

/// Writes the events of output items: each is added, its parts are added, grow and are done, then it is done.
public final class ItemFrames implements Output.Watcher {
    private static final byte[] TEXT = EventFrames.deltaHead("output_text.delta");
    private static final byte[] SUMMARY = EventFrames.deltaHead("reasoning_summary_text.delta");
    private static final byte[] ARGUMENTS = EventFrames.deltaHead("function_call_arguments.delta");
    private static final byte[] INPUT = EventFrames.deltaHead("custom_tool_call_input.delta");
    private static final byte[] END = EventFrames.ascii("}\n\n");
    private static final byte[] TEXT_END = EventFrames.ascii(",\"logprobs\":[]}\n\n");
    private static final String CONTENT_INDEX = ",\"content_index\":0";
    private static final String SUMMARY_INDEX = ",\"summary_index\":0";

    private final EventFrames frames;
    private byte[] contentPlace = {};
    private byte[] summaryPlace = {};
    private byte[] argumentsPlace = {};

    public ItemFrames(EventFrames frames) {
        this.frames = frames;
    }

    @Override
    public void opened(Item item) {
        FrameBuffer out = frames.begin("output_item.added");
        ItemJson.begun(item, out.raw(",\"output_index\":").number(item.index()).raw(",\"item\":"));
        frames.end();
        switch (item) {
            case Item.Reasoning _ -> {
                summaryPlace = place(item, SUMMARY_INDEX);
                summaryPart("reasoning_summary_part.added", item, ItemText.kept(""));
            }
            case Item.Visible _ -> {
                contentPlace = place(item, CONTENT_INDEX);
                textPart("content_part.added", item, ItemText.kept(""));
            }
            case Item.Call _, Item.Freeform _ -> argumentsPlace = place(item, "");
            case Item.Sealed _ -> {}
        }
    }

    @Override
    public void grew(Item item, String more) {
        switch (item) {
            case Item.Reasoning _ -> frames.delta(SUMMARY, summaryPlace, more, END);
            case Item.Visible _ -> frames.delta(TEXT, contentPlace, more, TEXT_END);
            case Item.Call _ -> frames.delta(ARGUMENTS, argumentsPlace, more, END);
            case Item.Freeform _ -> frames.delta(INPUT, argumentsPlace, more, END);
            case Item.Sealed _ -> {}
        }
    }

    @Override
    public void closed(Item item, ItemStatus status) {
        ItemText text = item.text();
        switch (item) {
            case Item.Reasoning _ -> {
                text.json(
                        done("reasoning_summary_text.done", item, SUMMARY_INDEX).raw(",\"text\":"));
                frames.end();
                summaryPart("reasoning_summary_part.done", item, text);
            }
            case Item.Visible _ -> {
                FrameBuffer out = done("output_text.done", item, CONTENT_INDEX).raw(",\"text\":");
                text.json(out);
                out.raw(",\"logprobs\":[]");
                frames.end();
                textPart("content_part.done", item, text);
            }
            case Item.Call call -> {
                FrameBuffer out = done("function_call_arguments.done", item, "");
                text.json(out.raw(",\"name\":").json(call.name()).raw(",\"arguments\":"));
                frames.end();
            }
            case Item.Freeform _ -> {
                text.json(done("custom_tool_call_input.done", item, "").raw(",\"input\":"));
                frames.end();
            }
            case Item.Sealed _ -> {}
        }
        FrameBuffer out = frames.begin("output_item.done");
        ItemJson.whole(
                item, status, out.raw(",\"output_index\":").number(item.index()).raw(",\"item\":"));
        frames.end();
    }

    private void summaryPart(String type, Item item, ItemText text) {
        ItemJson.summaryPart(text, done(type, item, SUMMARY_INDEX).raw(",\"part\":"));
        frames.end();
    }

    private void textPart(String type, Item item, ItemText text) {
        ItemJson.textPart(text, done(type, item, CONTENT_INDEX).raw(",\"part\":"));
        frames.end();
    }

    private FrameBuffer done(String type, Item item, String partIndex) {
        FrameBuffer out = frames.begin(type).raw(",\"item_id\":").json(item.id());
        return out.raw(",\"output_index\":").number(item.index()).raw(partIndex);
    }

    /// The fields of a delta between its number and its text. Ids need no escaping.
    private static byte[] place(Item item, String partIndex) {
        return EventFrames.ascii(
                ",\"item_id\":\"" + item.id() + "\",\"output_index\":" + item.index() + partIndex + ",\"delta\":");
    }
}
