package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.sse.FrameBuffer;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// A stream that goes wrong on purpose. Every event is written at once.
public final class FaultyStreamOutlet implements AnswerOutlet {
    private static final byte[] MALFORMED = "data: {\"malformed\": \n\n".getBytes(StandardCharsets.UTF_8);

    private final DialectRequest dialectRequest;
    private final HttpServerResponse response;
    private final StreamEncoder encoder;
    private final WireFaults faults;
    private final BackpressureGate backpressureGate;
    private final FaultyWriter writer;
    private final FrameBuffer frames = new FrameBuffer();
    private Consumer<String> broken = _ -> {};
    private int events;
    private boolean isShut;

    public FaultyStreamOutlet(
            DialectRequest dialectRequest,
            StreamEncoder encoder,
            WireFaults faults,
            BackpressureGate backpressureGate) {
        this.dialectRequest = dialectRequest;
        this.response = dialectRequest.response();
        this.encoder = encoder;
        this.faults = faults;
        this.backpressureGate = backpressureGate;
        this.writer = new FaultyWriter(dialectRequest.request(), faults.slice());
        response.drainHandler(_ -> backpressureGate.open(BackpressureGate.Reason.CLIENT));
    }

    @Override
    public void onBreak(Consumer<String> listener) {
        broken = listener;
    }

    @Override
    public void on(StreamEvent event) {
        encoder.on(event, frames);
        byte[] bytes = frames.take();
        if (isShut || response.closed() || faults.hangs()) {
            return;
        }
        begin();
        if (faults.sendsEmptyBody()) {
            shut("an empty body was sent on purpose");
            response.end();
            return;
        }
        events++;
        write(bytes);
    }

    private void write(byte[] bytes) {
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
            if (response.writeQueueFull()) {
                backpressureGate.close(BackpressureGate.Reason.CLIENT);
            }
        }
    }

    private static boolean is(int events, OptionalInt wanted) {
        return wanted.isPresent() && events == Math.max(1, wanted.getAsInt());
    }

    private void shut(String reason) {
        isShut = true;
        broken.accept(reason);
    }

    @Override
    public void finish(Finish finish) {
        if (isShut || response.closed() || faults.hangs()) {
            return;
        }
        begin();
        encoder.on(finish, frames);
        byte[] bytes = frames.take();
        writer.write(faults.leavesEndOut() ? withoutLastFrame(bytes) : bytes);
        response.end();
    }

    private static byte[] withoutLastFrame(byte[] frames) {
        int end = frames.length - 2;
        while (end >= 2 && !(frames[end - 1] == '\n' && frames[end - 2] == '\n')) {
            end--;
        }
        return Arrays.copyOf(frames, end < 2 ? 0 : end);
    }

    @Override
    public void fail(Failure failure) {
        if (isShut || response.closed()) {
            return;
        }
        if (!response.headWritten()) {
            dialectRequest.refuse(failure);
            return;
        }
        encoder.on(failure, frames);
        writer.write(frames.take());
        response.end();
    }

    @Override
    public Optional<String> flaw() {
        if (faults.hangs()) {
            return Optional.of("nothing was sent on purpose");
        }
        return faults.leavesEndOut() ? Optional.of("the end marker was left out on purpose") : Optional.empty();
    }

    private void begin() {
        if (!response.headWritten()) {
            dialectRequest.head(200, DialectRequest.EVENTS).setChunked(true);
        }
    }
}
