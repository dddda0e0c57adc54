package dev.throughline.wire.responses;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.sse.FrameBuffer;

/// Writes one response object.
final class ResponsesWholeEncoder implements WholeEncoder {
    private final ResponsesBodyWriter response;
    private final ResponsesOutput responsesOutput;
    private Usage usage = new Usage(0, 0, 0, 0);
    private FinishReason reason = FinishReason.STOP;

    public ResponsesWholeEncoder(AnswerHead head, String id) {
        response = new ResponsesBodyWriter(head, id);
        responsesOutput = ResponsesOutput.unwatched(head);
    }

    @Override
    public void on(StreamEvent event) {
        if (event instanceof Failure failure) {
            throw new IllegalArgumentException("a failure has no body here: " + failure.kind());
        }
        responsesOutput.on(event);
        if (event instanceof Usage counted) {
            usage = counted;
        } else if (event instanceof Finish(FinishReason why, var _)) {
            reason = why;
        }
    }

    @Override
    public byte[] body() {
        var out = new FrameBuffer();
        response.finished(reason, responsesOutput, usage, out);
        return out.take();
    }
}
