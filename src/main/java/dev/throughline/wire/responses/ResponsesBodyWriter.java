package dev.throughline.wire.responses;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes the response object. Source: the OpenAI API reference, "The response object". Fields that only
/// mirror the request have their defaults.
final class ResponsesBodyWriter {
    private final AnswerHead head;
    private final String id;

    ResponsesBodyWriter(AnswerHead head, String id) {
        this.head = head;
        this.id = id;
    }

    /// The response before any output.
    void begun(FrameBuffer out) {
        head("in_progress", out);
        out.raw(",\"error\":null,\"incomplete_details\":null,\"output\":[]");
        tail(out);
        out.raw("null}");
    }

    /// The response at its end.
    void finished(FinishReason reason, ResponsesOutput responsesOutput, Usage usage, FrameBuffer out) {
        head(status(reason), out);
        out.raw(",\"error\":null,\"incomplete_details\":").raw(details(reason));
        end(responsesOutput, usage, out);
    }

    /// The failed response, with its output so far.
    void failed(Failure failure, ResponsesOutput responsesOutput, Usage usage, FrameBuffer out) {
        head("failed", out);
        ResponsesErrors.write(failure, out.raw(",\"error\":"));
        out.raw(",\"incomplete_details\":null");
        end(responsesOutput, usage, out);
    }

    /// The response's status, which is also the last word of the stream's final event type.
    public static String status(FinishReason reason) {
        return switch (reason) {
            case STOP, TOOL_CALLS -> "completed";
            case LENGTH, CONTENT_FILTER -> "incomplete";
        };
    }

    /// Why the response is incomplete, as JSON.
    public static String details(FinishReason reason) {
        return switch (reason) {
            case STOP, TOOL_CALLS -> "null";
            case LENGTH -> "{\"reason\":\"max_output_tokens\"}";
            case CONTENT_FILTER -> "{\"reason\":\"content_filter\"}";
        };
    }

    private void head(String status, FrameBuffer out) {
        out.raw("{\"id\":").json(id);
        out.raw(",\"object\":\"response\",\"created_at\":")
                .number(head.created().getEpochSecond());
        out.raw(",\"status\":").json(status).raw(",\"background\":false");
    }

    private void end(ResponsesOutput responsesOutput, Usage usage, FrameBuffer out) {
        out.raw(",\"output\":[");
        for (ResponsesOutputItem responsesOutputItem : responsesOutput.items()) {
            ResponsesItemJson.whole(
                    responsesOutputItem,
                    responsesOutput.status(responsesOutputItem),
                    responsesOutputItem.index() == 0 ? out : out.raw(","));
        }
        out.raw("]");
        tail(out);
        usage(usage, out);
        out.raw("}");
    }

    private void tail(FrameBuffer out) {
        out.raw(",\"instructions\":null,\"max_output_tokens\":null,\"max_tool_calls\":null,\"model\":")
                .json(head.model());
        out.raw(",\"parallel_tool_calls\":true,\"previous_response_id\":");
        if (head.previousResponse().isEmpty()) {
            out.raw("null");
        } else {
            out.json(head.previousResponse());
        }
        out.raw(",\"reasoning\":{\"effort\":null,\"summary\":null},\"service_tier\":\"default\",\"store\":true");
        out.raw(",\"temperature\":1.0,\"text\":{\"format\":{\"type\":\"text\"}},\"tool_choice\":\"auto\",\"tools\":[]");
        out.raw(",\"top_logprobs\":0,\"top_p\":1.0,\"truncation\":\"disabled\",\"user\":null,\"metadata\":{}");
        out.raw(",\"usage\":");
    }

    /// Token usage.
    public static void usage(Usage usage, FrameBuffer out) {
        out.raw("{\"input_tokens\":").number(usage.inputTokens());
        out.raw(",\"input_tokens_details\":{\"cached_tokens\":").number(usage.cachedTokens());
        if (usage.cacheWriteTokens() > 0) {
            out.raw(",\"cache_write_tokens\":").number(usage.cacheWriteTokens());
        }
        out.raw("},\"output_tokens\":").number(usage.outputTokens());
        out.raw(",\"output_tokens_details\":{\"reasoning_tokens\":").number(usage.reasoningTokens());
        out.raw("},\"total_tokens\":")
                .number((long) usage.inputTokens() + usage.outputTokens())
                .raw("}");
    }
}
