package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.wire.sse.FrameBuffer;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Sends the frames of a stream that goes wrong on purpose: those of every event at once, until the fault.
final class FaultyFrameWriter extends FrameWriter {
    private static final byte[] MALFORMED = "data: {\"malformed\": \n\n".getBytes(StandardCharsets.UTF_8);

    private final WireFaults faults;
    private final FaultyWriter writer;
    private Consumer<String> broken = _ -> {};
    private int events;
    private boolean isBroken;

    FaultyFrameWriter(DialectRequest dialectRequest, BackpressureGate backpressureGate, WireFaults faults) {
        super(dialectRequest, backpressureGate, Future.succeededFuture());
        this.faults = faults;
        this.writer = new FaultyWriter(dialectRequest, faults);
    }

    @Override
    void onBreak(Consumer<String> listener) {
        broken = listener;
    }

    @Override
    void written() {
        byte[] bytes = frames().take();
        if (isShut() || faults.hangs()) {
            return;
        }
        begin();
        if (faults.sendsEmptyBody()) {
            shut("an empty body was sent on purpose");
            response.end();
            return;
        }
        events++;
        int cut = faults.dropsInsideCharacter() ? FaultyWriter.insideCharacter(bytes) : -1;
        if (cut > 0) {
            shut("the connection was dropped inside a character on purpose");
            writer.drop(Arrays.copyOf(bytes, cut));
        } else if (is(events, faults.dropAfter())) {
            shut("the connection was dropped after " + events + " events on purpose");
            writer.drop(bytes);
        } else {
            writer.write(bytes);
            if (is(events, faults.malformedAfter())) {
                writer.write(MALFORMED);
            }
            holdBackIfFull();
        }
    }

    private static boolean is(int events, OptionalInt wanted) {
        return wanted.isPresent() && events == Math.max(1, wanted.getAsInt());
    }

    private void shut(String reason) {
        isBroken = true;
        broken.accept(reason);
    }

    @Override
    void flush() {
        // nothing is held back
    }

    @Override
    void end() {
        byte[] bytes = frames().take();
        if (!faults.hangs()) {
            begin();
            writer.write(faults.leavesEndOut() ? withoutLastFrame(bytes) : bytes);
            response.end();
        }
    }

    private static byte[] withoutLastFrame(byte[] frames) {
        int end = frames.length - 2;
        while (end >= 2 && !(frames[end - 1] == '\n' && frames[end - 2] == '\n')) {
            end--;
        }
        return Arrays.copyOf(frames, end < 2 ? 0 : end);
    }

    @Override
    boolean isBegun() {
        return response.headWritten();
    }

    @Override
    boolean isShut() {
        return isBroken || super.isShut();
    }

    @Override
    void keepAlive(Consumer<FrameBuffer> frame) {
        // a server with a fault sends none
    }

    @Override
    Optional<String> flaw() {
        if (faults.hangs()) {
            return Optional.of("nothing was sent on purpose");
        }
        return faults.leavesEndOut() ? Optional.of("the end marker was left out on purpose") : Optional.empty();
    }
}
