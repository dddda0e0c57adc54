package dev.throughline.gateway.admission;

import dev.throughline.access.Denial;
import dev.throughline.access.Limit;
import dev.throughline.gateway.memory.JsonWeight;
import dev.throughline.gateway.memory.MemoryReservation;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
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
/// An announced length is reserved at once, the memory for its decoded values as they arrive; a body of
/// unknown length is reserved in steps, and reading pauses while a step waits.
public final class RequestBody {
    private static final int STEP = 16 * 1024;
    private static final int UNKNOWN = -1;
    /// Bytes that are processed without yielding to other work on the event loop.
    private static final int SLICE = BodySlices.SLICE;

    private final DialectRequest dialectRequest;
    private final long limit;
    private final long keyLimit;
    private final UploadDeadline deadline;
    private final MemoryReservation memory;
    private final RequestWorkers workers;
    private final JsonWeight weight = new JsonWeight();
    private final Consumer<byte[]> next;
    private BodySlices body = new BodySlices(new byte[0]);
    private int sliceEnd = SLICE;
    private boolean isGrowing;
    private boolean hasEnded;
    private boolean over;

    private RequestBody(
            DialectRequest dialectRequest,
            GatewaySettings settings,
            RequestWorkers workers,
            MemoryReservation memory,
            Consumer<byte[]> next) {
        this.dialectRequest = dialectRequest;
        this.limit = settings.maxBody().asLongValue();
        this.keyLimit = dialectRequest.caller().most(Limit.BODY_BYTES).orElse(Long.MAX_VALUE);
        this.deadline = new UploadDeadline(
                dialectRequest.loop().owner(),
                settings.uploadTimeout(),
                settings.uploadRate().asLongValue(),
                this::gaveUp);
        this.workers = workers;
        this.memory = memory;
        this.next = next;
    }

    /// Reads the body and continues with it, or responds with its error.
    /// @param memory the body's reservation, until the call releases it
    static void read(
            DialectRequest dialectRequest,
            GatewaySettings settings,
            RequestWorkers workers,
            MemoryReservation memory,
            Consumer<byte[]> next) {
        dialectRequest.holdsBody(memory::release);
        new RequestBody(dialectRequest, settings, workers, memory, next).reserve();
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

    private void reserve() {
        HttpServerRequest request = dialectRequest.request();
        long announced = announced(request);
        if (announced > Math.min(limit, keyLimit)) {
            tooLarge();
            return;
        }
        request.pause();
        request.exceptionHandler(_ -> stop());
        long needed = JsonWeight.least(announced == UNKNOWN ? Math.min(STEP, limit) : announced);
        if (memory.canGrow(needed)) {
            memory.grow(needed, () -> begin(announced), this::noMemory);
        } else {
            tooHeavy(needed);
        }
    }

    private void begin(long announced) {
        if (over) {
            return;
        }
        int size = announced == UNKNOWN ? STEP : (int) announced;
        if (size <= SLICE) {
            receive(new byte[size]);
        } else {
            // Allocating this much memory takes longer than a turn of the event loop may.
            dialectRequest.then(workers.work(size, () -> new byte[size]), this::receive, _ -> noMemory());
        }
    }

    private void receive(byte[] room) {
        if (over) {
            return;
        }
        HttpServerRequest request = dialectRequest.request();
        body = new BodySlices(room);
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
            request.response().writeContinue();
        }
        deadline.resume();
        request.handler(chunk -> dialectRequest.guarded(() -> more(chunk)));
        request.endHandler(_ -> {
            hasEnded = true;
            complete();
        });
        request.resume();
    }

    private void more(Buffer chunk) {
        if (over) {
            return;
        }
        if (body.length() + (long) chunk.length() > Math.min(limit, keyLimit)) {
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
        dialectRequest.request().pause();
        ContextInternal loop = (ContextInternal) dialectRequest.loop();
        loop.nettyEventLoop()
                .schedule(
                        () -> loop.runOnContext(_ -> {
                            if (!isGrowing) {
                                dialectRequest.request().resume();
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
            tooHeavy(weight.heapBytes());
            return;
        }
        isGrowing = true;
        deadline.pause();
        dialectRequest.request().pause();
        memory.grow(needed, this::grown, this::noMemory);
    }

    private void grown() {
        isGrowing = false;
        if (over) {
            return;
        }
        grow();
        if (!isGrowing) {
            deadline.resume();
            dialectRequest.request().resume();
            complete();
        }
    }

    private void complete() {
        if (hasEnded && !isGrowing && stop()) {
            dialectRequest.requestBytes(body.length());
            dialectRequest.bodyHeap(weight.keptBytes());
            if (body.isOne() || !workers.isLarge(body.length())) {
                dialectRequest.guarded(() -> next.accept(body.join()));
            } else {
                dialectRequest.then(
                        workers.work(body.length(), body::join),
                        next,
                        _ -> dialectRequest.refuse(RefusalFactory.noMemory()));
            }
        }
    }

    private void tooLarge() {
        if (!stop()) {
            return;
        }
        close();
        if (keyLimit < limit) {
            dialectRequest.deny(new Denial.TooLarge(keyLimit));
            return;
        }
        dialectRequest.refuse(Failure.of(
                FailureKind.TOO_LARGE,
                String.format(Locale.ROOT, "The request body exceeds the limit of %d bytes.", limit)));
    }

    private void tooHeavy(long needed) {
        if (stop()) {
            dialectRequest.refuse(RefusalFactory.tooHeavy(needed));
        }
    }

    private void noMemory() {
        if (stop()) {
            dialectRequest.refuse(RefusalFactory.noMemory());
        }
    }

    private void gaveUp(String reason) {
        if (stop()) {
            close();
            dialectRequest.refuse(RefusalFactory.slowBody(reason));
        }
    }

    private void close() {
        if (dialectRequest.request().version() != HttpVersion.HTTP_2) {
            dialectRequest.response().putHeader("connection", "close");
        }
    }

    private boolean stop() {
        boolean first = !over;
        over = true;
        deadline.stop();
        if (first && !hasEnded) {
            body.clear();
        }
        return first;
    }
}
