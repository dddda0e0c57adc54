package dev.throughline.wire.responses.answer;

import dev.throughline.wire.sse.FrameBuffer;

/// Writes the events of output items: each is added, its parts are added, grow and are done, then it is done.
final class ResponsesItemFrames implements ResponsesOutput.Watcher {
    private static final byte[] TEXT = ResponsesEventFrames.deltaHead("output_text.delta");
    private static final byte[] SUMMARY = ResponsesEventFrames.deltaHead("reasoning_summary_text.delta");
    private static final byte[] ARGUMENTS = ResponsesEventFrames.deltaHead("function_call_arguments.delta");
    private static final byte[] INPUT = ResponsesEventFrames.deltaHead("custom_tool_call_input.delta");
    private static final byte[] END = ResponsesEventFrames.ascii("}\n\n");
    private static final byte[] TEXT_END = ResponsesEventFrames.ascii(",\"logprobs\":[]}\n\n");
    private static final String CONTENT_INDEX = ",\"content_index\":0";
    private static final String SUMMARY_INDEX = ",\"summary_index\":0";

    private final ResponsesEventFrames frames;
    private byte[] contentPlace = {};
    private byte[] summaryPlace = {};
    private byte[] argumentsPlace = {};

    ResponsesItemFrames(ResponsesEventFrames frames) {
        this.frames = frames;
    }

    @Override
    public void opened(ResponsesOutputItem responsesOutputItem) {
        FrameBuffer out = frames.begin("output_item.added");
        ResponsesItemJson.begun(
                responsesOutputItem,
                out.raw(",\"output_index\":")
                        .number(responsesOutputItem.index())
                        .raw(",\"item\":"));
        frames.end();
        switch (responsesOutputItem) {
            case ResponsesOutputItem.Reasoning _ -> {
                summaryPlace = place(responsesOutputItem, SUMMARY_INDEX);
                summaryPart("reasoning_summary_part.added", responsesOutputItem, ResponsesItemText.kept(""));
            }
            case ResponsesOutputItem.Visible _ -> {
                contentPlace = place(responsesOutputItem, CONTENT_INDEX);
                textPart("content_part.added", responsesOutputItem, ResponsesItemText.kept(""));
            }
            case ResponsesOutputItem.Call _, ResponsesOutputItem.Freeform _ ->
                argumentsPlace = place(responsesOutputItem, "");
            case ResponsesOutputItem.Sealed _ -> {}
        }
    }

    @Override
    public void grew(ResponsesOutputItem responsesOutputItem, String more) {
        switch (responsesOutputItem) {
            case ResponsesOutputItem.Reasoning _ -> frames.delta(SUMMARY, summaryPlace, more, END);
            case ResponsesOutputItem.Visible _ -> frames.delta(TEXT, contentPlace, more, TEXT_END);
            case ResponsesOutputItem.Call _ -> frames.delta(ARGUMENTS, argumentsPlace, more, END);
            case ResponsesOutputItem.Freeform _ -> frames.delta(INPUT, argumentsPlace, more, END);
            case ResponsesOutputItem.Sealed _ -> {}
        }
    }

    @Override
    public void closed(ResponsesOutputItem responsesOutputItem, ResponsesItemStatus status) {
        ResponsesItemText text = responsesOutputItem.text();
        switch (responsesOutputItem) {
            case ResponsesOutputItem.Reasoning _ -> {
                text.json(done("reasoning_summary_text.done", responsesOutputItem, SUMMARY_INDEX)
                        .raw(",\"text\":"));
                frames.end();
                summaryPart("reasoning_summary_part.done", responsesOutputItem, text);
            }
            case ResponsesOutputItem.Visible _ -> {
                FrameBuffer out = done("output_text.done", responsesOutputItem, CONTENT_INDEX)
                        .raw(",\"text\":");
                text.json(out);
                out.raw(",\"logprobs\":[]");
                frames.end();
                textPart("content_part.done", responsesOutputItem, text);
            }
            case ResponsesOutputItem.Call call -> {
                FrameBuffer out = done("function_call_arguments.done", responsesOutputItem, "");
                text.json(out.raw(",\"name\":").json(call.name()).raw(",\"arguments\":"));
                frames.end();
            }
            case ResponsesOutputItem.Freeform _ -> {
                text.json(done("custom_tool_call_input.done", responsesOutputItem, "")
                        .raw(",\"input\":"));
                frames.end();
            }
            case ResponsesOutputItem.Sealed _ -> {}
        }
        FrameBuffer out = frames.begin("output_item.done");
        ResponsesItemJson.whole(
                responsesOutputItem,
                status,
                out.raw(",\"output_index\":")
                        .number(responsesOutputItem.index())
                        .raw(",\"item\":"));
        frames.end();
    }

    private void summaryPart(String type, ResponsesOutputItem responsesOutputItem, ResponsesItemText text) {
        ResponsesItemJson.summaryPart(
                text, done(type, responsesOutputItem, SUMMARY_INDEX).raw(",\"part\":"));
        frames.end();
    }

    private void textPart(String type, ResponsesOutputItem responsesOutputItem, ResponsesItemText text) {
        ResponsesItemJson.textPart(
                text, done(type, responsesOutputItem, CONTENT_INDEX).raw(",\"part\":"));
        frames.end();
    }

    private FrameBuffer done(String type, ResponsesOutputItem responsesOutputItem, String partIndex) {
        FrameBuffer out = frames.begin(type).raw(",\"item_id\":").json(responsesOutputItem.id());
        return out.raw(",\"output_index\":").number(responsesOutputItem.index()).raw(partIndex);
    }

    /// The fields of a delta between its number and its text. Ids need no escaping.
    private static byte[] place(ResponsesOutputItem responsesOutputItem, String partIndex) {
        return ResponsesEventFrames.ascii(",\"item_id\":\"" + responsesOutputItem.id() + "\",\"output_index\":"
                + responsesOutputItem.index() + partIndex + ",\"delta\":");
    }
}
