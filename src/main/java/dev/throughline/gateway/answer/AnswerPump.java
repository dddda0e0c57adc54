package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendHead;
import dev.throughline.backend.BackendPart;
import dev.throughline.backend.BackendSink;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Moves an answer to the client, part by part: decoded, filtered, recorded, written. Lives on the request's event
/// loop; `BackpressureGate` pauses the backend while the client, the journal or the memory budget has
/// no room.
public final class AnswerPump implements BackendSink {
    /// Size of the frames that wait until it is known whether they pass unchanged.
    private static final int MOST_WAITING_BYTES = 16 * 1024;
    /// Time after which a frame that waits leaves without the text that is held back.
    private static final long LONGEST_WAIT_MILLIS = 100;

    private final DialectRequest dialectRequest;
    private final Answer answer;
    private final AnswerMemoryLimiter memoryLimiter;
    private final Function<BackendPart, List<StreamEvent>> decoder;
    private final FilterChain filters;
    private final AnswerOutlet outlet;
    private final AnswerSigning signing;
    private final @Nullable ModelNameRewrite model;
    private final Consumer<SseFrame> toPump;
    /// Whether frames may be signed or renamed before they are decoded.
    private final boolean isEdited;
    /// Frames with text that a filter holds back, and those behind them.
    private final Deque<SseFrame> waiting = new ArrayDeque<>();
    private int waitingBytes;
    /// Number of frames that had to wait.
    private long waits;
    /// Whether there is a timer: one is enough for the frames of a fast answer.
    private boolean isTimed;

    /// @param memoryLimiter bounds what is kept of the answer in memory
    /// @param decoder reads the events of a part; its list is valid until the part after it
    /// @param signing signs reasoning in the frames that come
    /// @param model the name that the client asked for, where frames of its dialect have another
    public AnswerPump(
            DialectRequest dialectRequest,
            Answer answer,
            AnswerMemoryLimiter memoryLimiter,
            Function<BackendPart, List<StreamEvent>> decoder,
            FilterChain filters,
            AnswerOutlet outlet,
            AnswerSigning signing,
            Optional<ModelNameRewrite> model) {
        this.dialectRequest = dialectRequest;
        this.answer = answer;
        this.memoryLimiter = memoryLimiter;
        this.decoder = decoder;
        this.filters = filters;
        this.outlet = outlet;
        this.signing = signing;
        this.model = model.orElse(null);
        this.isEdited = signing != AnswerSigning.NONE || model.isPresent();
        this.toPump = frame -> pump(new BackendPart.Frame(renamed(frame)));
    }

    /// An answer that is made here: its parts are events.
    public static AnswerPump ofEvents(
            DialectRequest dialectRequest,
            Answer answer,
            AnswerMemoryLimiter memoryLimiter,
            FilterChain filters,
            AnswerOutlet outlet) {
        return new AnswerPump(
                dialectRequest,
                answer,
                memoryLimiter,
                part -> part instanceof BackendPart.Event(StreamEvent event) ? List.of(event) : List.of(),
                filters,
                outlet,
                AnswerSigning.NONE,
                Optional.empty());
    }

    /// The whole way of one part. A part of which an event was not recorded is not written; the end of the answer
    /// follows what came before it.
    private void pump(BackendPart part) {
        if (!answer.isStreaming()) {
            return;
        }
        try {
            int earlier = waiting.size();
            List<FilterResult> decided = filters.on(decoder.apply(part), mayWait(part));
            if (filters.isTurnOver()) {
                answer.cancelSource();
            }
            for (FilterResult filtered : decided) {
                write(waiting.isEmpty() ? part : earliest(), filtered);
            }
            if (decided.size() <= earlier && part instanceof BackendPart.Frame(SseFrame frame)) {
                waiting.add(frame);
                waitingBytes += frame.length();
                outlet.waits(frame);
                waits++;
                watch();
            }
        } catch (RuntimeException e) {
            answer.broke(e);
        }
    }

    private void watch() {
        if (!isTimed) {
            isTimed = true;
            long seen = waits;
            dialectRequest.loop().owner().setTimer(LONGEST_WAIT_MILLIS, _ -> passed(seen));
        }
    }

    /// Sends what is known of the frames that wait, if the backend sent nothing after them.
    private void passed(long seen) {
        isTimed = false;
        if (waiting.isEmpty() || !answer.isStreaming()) {
            return;
        }
        if (waits != seen) {
            watch();
            return;
        }
        try {
            for (FilterResult filtered : filters.decideAll()) {
                write(earliest(), filtered);
            }
            outlet.flush();
        } catch (RuntimeException e) {
            answer.broke(e);
        }
    }

    private boolean mayWait(BackendPart part) {
        return part instanceof BackendPart.Frame(SseFrame frame) && waitingBytes + frame.length() <= MOST_WAITING_BYTES;
    }

    private BackendPart earliest() {
        SseFrame frame = waiting.remove();
        waitingBytes -= frame.length();
        return new BackendPart.Frame(frame);
    }

    private void write(BackendPart part, FilterResult filtered) {
        if (!answer.isStreaming()) {
            return;
        }
        record(filtered);
        if (answer.isStreaming()) {
            outlet.part(part, filtered);
            filtered.end().ifPresent(memoryLimiter::on);
        }
    }

    /// The events, and before those that replace a text of the backend that text.
    private void record(FilterResult filtered) {
        List<StreamEvent> events = filtered.events();
        int at = 0;
        for (FilterResult.Replaced replaced : filtered.replaced()) {
            for (; at < replaced.after(); at++) {
                memoryLimiter.on(events.get(at));
            }
            answer.raw(replaced.text());
        }
        for (; at < events.size(); at++) {
            memoryLimiter.on(events.get(at));
        }
    }

    @Override
    public boolean on(BackendPart part) {
        switch (part) {
            case BackendPart.Frame(SseFrame frame) when isEdited -> signing.on(frame, toPump);
            case BackendPart.Body(ObjectNode body, byte[] bytes) when isEdited -> pump(edited(body, bytes));
            case BackendPart.Frame _,
                    BackendPart.Body _,
                    BackendPart.Event _,
                    BackendPart.Ended _,
                    BackendPart.Failed _ -> pump(part);
        }
        return answer.isStreaming();
    }

    private BackendPart edited(ObjectNode body, byte[] bytes) {
        byte[] signed = signing.whole(body) ? StrictJson.write(body) : bytes;
        return new BackendPart.Body(body, model == null ? signed : model.in(body, signed));
    }

    private SseFrame renamed(SseFrame frame) {
        return model == null ? frame : model.in(frame);
    }

    @Override
    public void sent() {
        dialectRequest.bodyUsed();
    }

    @Override
    public void opened(BackendHead head) {
        BackendResponseHeaders.copy(head, dialectRequest.response());
    }

    @Override
    public void kept(byte[] part) {
        memoryLimiter.keep(part);
    }

    @Override
    public void partial(int bytes) {
        memoryLimiter.keepFrame(bytes);
    }

    @Override
    public void held(int bytes) {
        memoryLimiter.holdBack(bytes);
    }
}
