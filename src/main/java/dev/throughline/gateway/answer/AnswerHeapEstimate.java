package dev.throughline.gateway.answer;

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
import dev.throughline.trace.AnswerItemCollector;

/// Estimates what the events of one answer take of the heap until its end. The factors are estimates.
final class AnswerHeapEstimate {
    /// An event, beside its text.
    private static final int PER_EVENT = 96;
    /// A part of the answer (a text, a block of reasoning, a call) in the lists that are kept of them.
    private static final int PER_PART = 512;

    private static final int PER_BYTE_OF_ITEMS = 2;
    /// A frame is kept in an array that doubles and is copied once when it does.
    private static final long PER_BYTE_OF_FRAME = 3;

    private final Form form;
    private long bytes;
    private long events;
    private long parts;
    private Class<?> last = Start.class;

    /// The part of an answer's text that is kept until its end.
    enum Form {
        /// The text as events and in a buffer, then up to four times in the last events of a Responses stream, written
        /// into a buffer that doubles.
        EVERYTHING(12, PER_BYTE_OF_FRAME),
        /// The items that a later request is compared with, up to a limit.
        ITEMS(0, PER_BYTE_OF_FRAME),
        /// The items, and the text of a Responses stream, which its last events repeat.
        REPEATED(6, PER_BYTE_OF_FRAME),
        /// The same of one that is relayed and changed: the backend's items too, and the frame of the backend that
        /// repeats the answer, read into a tree and written again.
        RELAYED(8, 8);

        private final long perByte;
        private final long perByteOfFrame;

        Form(long perByte, long perByteOfFrame) {
            this.perByte = perByte;
            this.perByteOfFrame = perByteOfFrame;
        }
    }

    AnswerHeapEstimate(Form form) {
        this.form = form;
    }

    void on(StreamEvent event) {
        events++;
        bytes += length(event);
        boolean isPart = switch (event) {
            case ReasoningDelta _, TextDelta _ -> last != event.getClass();
            case ToolCallStart _, RedactedReasoning _, ReasoningSignature _ -> true;
            case ToolCallArgs _, Start _, ToolCallEnd _, Usage _, Finish _, Failure _ -> false;
        };
        parts += isPart ? 1 : 0;
        last = event.getClass();
    }

    /// Bytes that have to be kept: without them the answer could not end.
    long required() {
        return switch (form) {
            case EVERYTHING -> bytes;
            case ITEMS -> 0;
            case REPEATED, RELAYED -> bytes + PER_PART * parts;
        };
    }

    /// Bytes of the heap that are taken for what has to be kept.
    long heapBytes() {
        return switch (form) {
            case EVERYTHING -> form.perByte * bytes + PER_EVENT * events;
            case ITEMS -> 0;
            case REPEATED, RELAYED -> form.perByte * bytes + PER_PART * parts;
        };
    }

    /// Bytes of the heap that are taken for each byte of an incomplete frame.
    long perByteOfFrame() {
        return form.perByteOfFrame;
    }

    /// Bytes of the heap that are taken for the items, which can be given up.
    long itemBytes() {
        return form == Form.EVERYTHING
                ? 0
                : PER_BYTE_OF_ITEMS * Math.min(bytes, AnswerItemCollector.LIMIT) + PER_PART * parts;
    }

    private static int length(StreamEvent event) {
        return switch (event) {
            case ReasoningDelta(String text) -> text.length();
            case TextDelta(String text) -> text.length();
            case ReasoningSignature(String signature) -> signature.length();
            case RedactedReasoning(String data) -> data.length();
            case ToolCallStart(int _, String id, String name) -> id.length() + name.length();
            case ToolCallArgs(int _, String fragment) -> fragment.length();
            case Start _, ToolCallEnd _, Usage _, Finish _, Failure _ -> 0;
        };
    }
}
