package dev.throughline.wire.responses;

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
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes `response.*` events. The last one is always `response.completed`, `response.incomplete` or
/// `response.failed` and repeats the whole answer; there is no `[DONE]`.
final class ResponsesStreamEncoder implements StreamEncoder {
    private static final byte[] KEEP_ALIVE = ResponsesEventFrames.ascii(": keep-alive\n\n");

    private final ResponsesEventFrames frames = new ResponsesEventFrames();
    private final ResponsesBodyWriter response;
    private final ResponsesOutput responsesOutput;
    private Usage usage = new Usage(0, 0, 0, 0);

    public ResponsesStreamEncoder(AnswerHead head, String id) {
        response = new ResponsesBodyWriter(head, id);
        responsesOutput = ResponsesOutput.of(head, new ResponsesItemFrames(frames));
    }

    @Override
    public void on(StreamEvent event, FrameBuffer out) {
        frames.into(out);
        responsesOutput.on(event);
        switch (event) {
            case Start _ -> {
                begun("created");
                begun("in_progress");
            }
            case Usage counted -> usage = counted;
            case Finish(FinishReason reason, var _) -> {
                String status = ResponsesBodyWriter.status(reason);
                response.finished(
                        reason, responsesOutput, usage, frames.begin(status).raw(",\"response\":"));
                frames.end();
            }
            case Failure failure -> {
                response.failed(
                        failure, responsesOutput, usage, frames.begin("failed").raw(",\"response\":"));
                frames.end();
            }
            case ReasoningDelta _,
                    ReasoningSignature _,
                    RedactedReasoning _,
                    TextDelta _,
                    ToolCallStart _,
                    ToolCallArgs _,
                    ToolCallEnd _ -> {}
        }
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(KEEP_ALIVE);
    }

    private void begun(String type) {
        response.begun(frames.begin(type).raw(",\"response\":"));
        frames.end();
    }
}
