package dev.throughline.gateway.admission;

import dev.throughline.access.Denial;
import dev.throughline.access.Limit;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.impl.ContextInternal;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Receives one request body: at most the limit is kept, nothing is read before the memory budget has room
/// for it, and a client that stops sending, or sends too slowly, gets an error response.
///
/// An announced length is reserved at once, so that large bodies take turns, but only for a moment: from then on a
/// body holds what arrived and a few times as much, and reading pauses while an increase waits. While others wait
/// for memory, a large body that hardly grows is refused.
public final class RequestBody {
    private static final int STEP = 16 * 1024;
    private static final int UNKNOWN = -1;
    /// Bytes that are processed without yielding to other work on the event loop.
    private static final int SLICE = BodySlices.SLICE;
    /// How long an announced length is believed, and how often it is checked what arrived.
    private static final long CHECK_MILLIS = 500;
    /// A body may reserve up to this many times what has arrived.
    private static final int AHEAD = 4;
    /// Below this number of bytes between two checks a large body makes way for those who wait.
    private static final int LEAST_UNDER_PRESSURE = 16 * 1024;

    private final HttpServerRequest request;
    private final Context loop;
    private final long limit;
    private final UploadDeadline deadline;
    private final MemoryReservation memory;
    private final Receiver receiver;
    private final JsonWeight weight = new JsonWeight();
    private BodySlices body = new BodySlices(new byte[0]);
    private int sliceEnd = SLICE;
    private long timer = -1;
    private int checked;
    private boolean isGrowing;
    private boolean hasEnded;
    private boolean over;

    /// Takes a body, or the reason why there is none: one of them, once, on the request's event loop.
    public interface Receiver {
        /// The complete body.
        /// @param weight what it takes once decoded
        void received(BodySlices body, JsonWeight weight);

        /// The body has more than `limit` bytes.
        void tooLarge(long limit);

        /// The body was not received in time, or there is no memory for it.
        void refused(Failure failure);

        /// Runs a step; whatever it throws is answered.
        void guarded(Runnable step);
    }

    /// @param limit maximum number of bytes
    /// @param memory the body's reservation, released by the caller
    public RequestBody(
            HttpServerRequest request,
            Context loop,
            long limit,
            GatewaySettings settings,
            MemoryReservation memory,
            Receiver receiver) {
        this.request = request;
        this.loop = loop;
        this.limit = limit;
        this.deadline = new UploadDeadline(
                loop.owner(), settings.uploadTimeout(), settings.uploadRate().asLongValue(), this::gaveUp);
        this.memory = memory;
        this.receiver = receiver;
    }

    /// Reads the body of a dialect request and continues with it, or responds with its error.
    /// @param memory the body's reservation, until the call releases it
    static void read(
            DialectRequest dialectRequest,
            GatewaySettings settings,
            RequestWorkers workers,
            MemoryReservation memory,
            Consumer<byte[]> next) {
        dialectRequest.holdsBody(memory::release);
        long limit = settings.maxBody().asLongValue();
        long keyLimit = dialectRequest.caller().most(Limit.BODY_BYTES).orElse(Long.MAX_VALUE);
        new RequestBody(
                        dialectRequest.request(),
                        dialectRequest.loop(),
                        Math.min(limit, keyLimit),
                        settings,
                        memory,
                        new DialectBody(dialectRequest, workers, keyLimit < limit, next))
                .read();
    }

    /// The announced length of a request, -1 for none.
    public static long announced(HttpServerRequest request) {
        String length = request.getHeader("content-length");
        try {
            return length == null ? UNKNOWN : Long.parseLong(length.strip());
        } catch (NumberFormatException _) {
            return UNKNOWN;
        }
    }

    /// Reads the body.
    public void read() {
        long announced = announced(request);
        if (announced > limit) {
            tooLarge();
            return;
        }
        request.pause();
        request.exceptionHandler(_ -> stop());
        long needed = JsonWeight.least(announced == UNKNOWN ? Math.min(STEP, limit) : announced);
        if (memory.canGrow(needed)) {
            memory.grow(needed, () -> receive(announced), () -> refuse(RefusalFactory.noMemory()));
        } else {
            refuse(RefusalFactory.tooHeavy(needed));
        }
    }

    private void receive(long announced) {
        if (over) {
            return;
        }
        body = new BodySlices(new byte[announced == UNKNOWN ? STEP : (int) Math.min(announced, SLICE)]);
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
            request.response().writeContinue();
        }
        deadline.resume();
        timer = loop.owner().setPeriodic(CHECK_MILLIS, _ -> check());
        request.handler(chunk -> receiver.guarded(() -> more(chunk)));
        request.endHandler(_ -> {
            hasEnded = true;
            complete();
        });
        request.resume();
    }

    /// Returns what was reserved for bytes that do not arrive, and makes way for others.
    private void check() {
        if (isGrowing || hasEnded) {
            return;
        }
        memory.shrink(memory.held() - Math.max(JsonWeight.least(STEP), AHEAD * weight.heapBytes()));
        boolean isSlow = body.length() - checked < LEAST_UNDER_PRESSURE;
        checked = body.length();
        if (isSlow && memory.isInTheWay()) {
            refuse(RefusalFactory.noMemory());
        }
    }

    private void more(Buffer chunk) {
        if (over) {
            return;
        }
        if (body.length() + (long) chunk.length() > limit) {
            tooLarge();
            return;
        }
        body.append(chunk, weight);
        deadline.received(chunk.length());
        if (!over) {
            grow();
        }
        if (body.length() >= sliceEnd && !isGrowing && !over) {
            giveWay();
        }
    }

    /// Otherwise a client on a fast connection could occupy one turn of the event loop with its whole body.
    ///
    /// A task given to the loop still runs in the same turn, up to 64 of them; a timer waits for the next one.
    private void giveWay() {
        sliceEnd = body.length() + SLICE;
        request.pause();
        ((ContextInternal) loop)
                .nettyEventLoop()
                .schedule(
                        () -> loop.runOnContext(_ -> {
                            if (!isGrowing) {
                                request.resume();
                            }
                        }),
                        0,
                        TimeUnit.NANOSECONDS);
    }

    /// Reserves what was received beyond the reservation, and as much again up to a limit, before more is
    /// read.
    private void grow() {
        long missing = weight.heapBytes() - memory.held();
        if (missing <= 0 || isGrowing) {
            return;
        }
        long step = missing + Math.min(memory.held(), JsonWeight.least(64 * STEP));
        long needed = memory.canGrow(step) ? step : missing;
        if (!memory.canGrow(needed)) {
            refuse(RefusalFactory.tooHeavy(weight.heapBytes()));
            return;
        }
        isGrowing = true;
        deadline.pause();
        request.pause();
        memory.grow(needed, this::grown, () -> refuse(RefusalFactory.noMemory()));
    }

    private void grown() {
        isGrowing = false;
        if (over) {
            return;
        }
        grow();
        if (!isGrowing) {
            deadline.resume();
            request.resume();
            complete();
        }
    }

    private void complete() {
        if (hasEnded && !isGrowing && stop()) {
            receiver.guarded(() -> receiver.received(body, weight));
        }
    }

    private void tooLarge() {
        if (stop()) {
            close();
            receiver.tooLarge(limit);
        }
    }

    private void refuse(Failure failure) {
        if (stop()) {
            receiver.refused(failure);
        }
    }

    private void gaveUp(String reason) {
        if (!over) {
            close();
            refuse(RefusalFactory.slowBody(reason));
        }
    }

    private void close() {
        if (request.version() != HttpVersion.HTTP_2) {
            request.response().putHeader("connection", "close");
        }
    }

    private boolean stop() {
        boolean first = !over;
        over = true;
        deadline.stop();
        loop.owner().cancelTimer(timer);
        if (first && !hasEnded) {
            body.clear();
        }
        return first;
    }

    /// The body of a dialect request, with errors in its dialect.
    private record DialectBody(
            DialectRequest dialectRequest, RequestWorkers workers, boolean isKeyLimit, Consumer<byte[]> next)
            implements Receiver {
        @Override
        public void received(BodySlices body, JsonWeight weight) {
            dialectRequest.requestBytes(body.length());
            dialectRequest.bodyHeap(weight.keptBytes());
            if (body.isOne() || !workers.isLarge(body.length())) {
                next.accept(body.join());
            } else {
                dialectRequest.then(
                        workers.work(body.length(), body::join), next, _ -> refused(RefusalFactory.noMemory()));
            }
        }

        @Override
        public void tooLarge(long limit) {
            if (isKeyLimit) {
                dialectRequest.deny(new Denial.TooLarge(limit));
            } else {
                refused(Failure.of(
                        FailureKind.TOO_LARGE,
                        String.format(Locale.ROOT, "The request body exceeds the limit of %d bytes.", limit)));
            }
        }

        @Override
        public void refused(Failure failure) {
            dialectRequest.refuse(failure);
        }

        @Override
        public void guarded(Runnable step) {
            dialectRequest.guarded(step);
        }
    }
}
