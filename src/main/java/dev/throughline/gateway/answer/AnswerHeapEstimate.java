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
import dev.throughline.trace.answer.AnswerItemCollector;
import java.util.function.LongSupplier;

/// Estimates what the events of one answer take of the heap until its end. The factors are estimates.
final class AnswerHeapEstimate {
    /// An event, beside its text.
    private static final int PER_EVENT = 96;
    /// A part of the answer (a text, a block of reasoning, a call) in the lists that are kept of them.
    private static final int PER_PART = 512;

    private static final int PER_BYTE_OF_EVERYTHING = 12;
    private static final int PER_BYTE_OF_ITEMS = 2;
    /// A frame is kept in an array that doubles and is copied once when it does.
    private static final long PER_BYTE_OF_FRAME = 3;
    /// The frame that repeats an answer is read into a tree and written again.
    private static final long PER_BYTE_OF_REPEATED_FRAME = 8;
    /// A page of the record on its way to the client, escaped.
    private static final int PAGE = 512 * 1024;

    private final Form form;
    private long bytes;
    private long events;
    private long parts;
    private long names;
    private long arguments;
    private Class<?> last = Start.class;

    /// What of the text of an answer is kept until its end.
    sealed interface Form {
        /// The text as events and in a buffer, then up to four times in the last events of a Responses stream, written
        /// into a buffer that doubles.
        record Everything() implements Form {}

        /// The items that a later request is compared with, up to a limit.
        record Items() implements Form {}

        /// The items, and what a Responses stream repeats at its end: the parts with their names, and of their text
        /// what is not read back from the record.
        /// @param keptText UTF-16 code units that are not read back
        /// @param keepsArguments whether the arguments of calls are kept, whatever their length
        record Repeated(int keptText, boolean keepsArguments) implements Form {}

        /// The items, and what the relay of a changed Responses stream repeats at its end: the parts with their names,
        /// and of their text what it holds.
        /// @param held UTF-16 code units that it holds
        record Relayed(LongSupplier held) implements Form {}
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
        if (event instanceof ToolCallStart) {
            names += length(event);
        } else if (event instanceof ToolCallArgs) {
            arguments += length(event);
        }
    }

    /// Bytes that have to be kept: without them the answer could not end.
    long required() {
        return switch (form) {
            case Form.Everything _ -> bytes;
            case Form.Items _ -> 0;
            case Form.Repeated repeated -> PER_PART * parts + unread(repeated);
            case Form.Relayed(LongSupplier held) -> PER_PART * parts + names + held.getAsLong();
        };
    }

    /// Bytes of the heap that are taken for what has to be kept.
    long heapBytes() {
        return switch (form) {
            case Form.Everything _ -> PER_BYTE_OF_EVERYTHING * bytes + PER_EVENT * events;
            case Form.Items _ -> 0;
            case Form.Repeated repeated ->
                PER_PART * parts
                        + PER_BYTE_OF_EVERYTHING * (unread(repeated) + Math.min(bytes, repeated.keptText()))
                        + (bytes > repeated.keptText() ? PAGE : 0);
            case Form.Relayed(LongSupplier held) -> {
                long kept = names + held.getAsLong();
                yield PER_PART * parts + PER_BYTE_OF_EVERYTHING * kept + (bytes > kept ? PAGE : 0);
            }
        };
    }

    /// Bytes of the heap that are taken for each byte of an incomplete frame.
    long perByteOfFrame() {
        return form instanceof Form.Relayed ? PER_BYTE_OF_REPEATED_FRAME : PER_BYTE_OF_FRAME;
    }

    /// Bytes of the heap that are taken for the items, which can be given up.
    long itemBytes() {
        return switch (form) {
            case Form.Everything _ -> 0;
            case Form.Items _, Form.Repeated _, Form.Relayed _ ->
                PER_BYTE_OF_ITEMS * Math.min(bytes, AnswerItemCollector.LIMIT) + PER_PART * parts;
        };
    }

    private long unread(Form.Repeated repeated) {
        return names + (repeated.keepsArguments() ? arguments : 0);
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
