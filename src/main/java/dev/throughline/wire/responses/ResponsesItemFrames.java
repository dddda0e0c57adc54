package dev.throughline.wire.responses;

import dev.throughline.wire.sse.FrameBuffer;

/// Writes the events of output items: each is added, its parts are added, grow and are done, then it is done.
final class ResponsesItemFrames implements ResponsesOutput.Watcher {
    private final ResponsesEventFrames frames;
    /// A delta of the item that grows: up to its number, from there to its text, and behind its text.
    private byte[] head = {};

    private byte[] place = {};
    private byte[] tail = {};

    /// The events of an item's text.
    ///
    /// @param text their type, without `.delta` or `.done`; empty if the item does not grow
    /// @param part type of those that begin and end its part, without `.added` or `.done`; empty for none
    /// @param place where the part is, as a member; empty for none
    public record TextEvents(String text, String part, String place) {
        /// Nothing grows.
        public static final TextEvents NONE = new TextEvents("", "", "");

        private static final TextEvents TEXT = new TextEvents("output_text", "content_part", ",\"content_index\":0");
        private static final TextEvents SUMMARY =
                new TextEvents("reasoning_summary_text", "reasoning_summary_part", ",\"summary_index\":0");
        private static final TextEvents ARGUMENTS = new TextEvents("function_call_arguments", "", "");
        private static final TextEvents INPUT = new TextEvents("custom_tool_call_input", "", "");

        private static TextEvents of(ResponsesOutputItem item) {
            return switch (item) {
                case ResponsesOutputItem.Reasoning _ -> SUMMARY;
                case ResponsesOutputItem.Visible _ -> TEXT;
                case ResponsesOutputItem.Call _ -> ARGUMENTS;
                case ResponsesOutputItem.Freeform _ -> INPUT;
                case ResponsesOutputItem.Sealed _, ResponsesOutputItem.Search _ -> NONE;
                case ResponsesOutputItem.Received received -> received.textEvents();
            };
        }

        /// The frames behind the text.
        private String more() {
            return text.equals("output_text") ? ",\"logprobs\":[]" : "";
        }
    }

    /// @param frames number what is written
    public ResponsesItemFrames(ResponsesEventFrames frames) {
        this.frames = frames;
    }

    @Override
    public void opened(ResponsesOutputItem item) {
        ResponsesItemJson.begun(item, item("output_item.added", item));
        frames.end();
        grows(item, true);
    }

    /// The next deltas are of this item.
    /// @param isNewPart whether its part begins with them
    public void grows(ResponsesOutputItem item, boolean isNewPart) {
        TextEvents events = TextEvents.of(item);
        if (isNewPart) {
            part(".added", item, events, ResponsesItemText.of(""));
        }
        head = ResponsesEventFrames.deltaHead(events.text() + ".delta");
        place = place(item, events, new FrameBuffer()).raw(",\"delta\":").take();
        tail = ResponsesEventFrames.ascii(events.more() + "}\n\n");
    }

    @Override
    public void grew(ResponsesOutputItem item, String more) {
        frames.delta(head, place, more, tail);
    }

    @Override
    public void closed(ResponsesOutputItem item, ResponsesItemStatus status) {
        TextEvents events = TextEvents.of(item);
        if (!events.text().isEmpty()) {
            FrameBuffer out = place(item, events, frames.begin(events.text() + ".done"));
            text(item, out).raw(events.more());
            frames.end();
            part(".done", item, events, item.text());
        }
        ResponsesItemJson.whole(item, status, item("output_item.done", item));
        frames.end();
    }

    /// The member that repeats the whole text.
    private static FrameBuffer text(ResponsesOutputItem item, FrameBuffer out) {
        return item.text()
                .json(
                        switch (item) {
                            case ResponsesOutputItem.Call call ->
                                out.raw(",\"name\":").json(call.name()).raw(",\"arguments\":");
                            case ResponsesOutputItem.Freeform _ -> out.raw(",\"input\":");
                            case ResponsesOutputItem _ -> out.raw(",\"text\":");
                        });
    }

    private FrameBuffer item(String type, ResponsesOutputItem item) {
        return frames.begin(type).raw(",\"output_index\":").number(item.index()).raw(",\"item\":");
    }

    private void part(String step, ResponsesOutputItem item, TextEvents events, ResponsesItemText text) {
        if (!events.part().isEmpty()) {
            FrameBuffer out = place(item, events, frames.begin(events.part() + step));
            ResponsesItemJson.part(item, text, out.raw(",\"part\":"));
            frames.end();
        }
    }

    private static FrameBuffer place(ResponsesOutputItem item, TextEvents events, FrameBuffer out) {
        out.raw(",\"item_id\":").json(item.id()).raw(",\"output_index\":").number(item.index());
        return out.raw(events.place());
    }
}
