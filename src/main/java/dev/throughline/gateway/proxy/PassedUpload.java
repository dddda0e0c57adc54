package dev.throughline.gateway.proxy;

import dev.throughline.access.Denial;
import dev.throughline.access.Limit;
import dev.throughline.access.RequestMedia;
import dev.throughline.backend.ByteReply;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.GatewaySettings;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.gateway.admission.RequestBody;
import dev.throughline.gateway.admission.UploadDeadline;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.sse.ModelFieldFinder;
import dev.throughline.wire.sse.ModelFinder;
import dev.throughline.wire.sse.MultipartModelFinder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The body of a request that passes to a backend as bytes: the start of a JSON body or a multipart form is
/// buffered until its model is known, the rest is passed on as received, with back-pressure from the backend.
/// Confined to the request's event loop.
final class PassedUpload {
    /// Enough for the model if it is only recorded.
    private static final long GLANCE = 16 * 1024;
    private static final long UNKNOWN = -1;

    private final DialectRequest dialectRequest;
    private final HttpServerRequest request;
    private final GatewaySettings settings;
    private final MemoryReservation memory;
    private final Consumer<Failure> failed;
    private final UploadDeadline deadline;
    private final long limit;
    /// Length of the body as the client announced it; -1 for none.
    private final long announced;
    private ModelFinder model = ModelFinder.NONE;
    private Buffer prefix = Buffer.buffer();
    private @Nullable ByteReply reply;
    private Consumer<Buffer> reader = _ -> {};
    private Runnable ending = () -> {};
    private long bytes;
    private boolean isListening;
    private boolean hasEnded;
    private boolean isOver;

    /// @param memory the reservation for the start of the body, until it is sent
    /// @param failed called once with the reason why the body cannot be passed
    PassedUpload(
            DialectRequest dialectRequest,
            GatewaySettings settings,
            MemoryReservation memory,
            Consumer<Failure> failed) {
        this.dialectRequest = dialectRequest;
        this.request = dialectRequest.request();
        this.settings = settings;
        this.memory = memory;
        this.failed = failed;
        this.deadline = new UploadDeadline(
                dialectRequest.loop().owner(),
                settings.uploadTimeout(),
                settings.uploadRate().asLongValue(),
                reason -> fail(RefusalFactory.slowBody(reason)));
        this.limit = Math.min(
                settings.maxBody().asLongValue(),
                dialectRequest.caller().most(Limit.BODY_BYTES).orElse(Long.MAX_VALUE));
        // If both are present, only the chunks count (RFC 9112, 6.3).
        this.announced = request.headers().contains("transfer-encoding") ? UNKNOWN : RequestBody.announced(request);
        request.pause();
    }

    /// Number of bytes received.
    long bytes() {
        return bytes;
    }

    /// Reads until the model is known as far as necessary.
    /// @param isDecisive whether the model decides the target of the request
    /// @param isMapped whether the model may have another name at the backend; else a form passes at once, for
    ///     its fields may come long after its start
    void peek(boolean isDecisive, boolean isMapped, Consumer<Optional<String>> next) {
        boolean isGet = request.method() == HttpMethod.GET;
        boolean isSearched = isDecisive && !isGet;
        long within = isSearched ? settings.passedModelWithin().asLongValue() : GLANCE;
        // The buffer is copied once if the name is replaced.
        long needed = 2 * (announced == UNKNOWN ? within : Math.min(announced, within));
        Optional<ModelFinder> finder = isGet ? Optional.of(ModelFinder.NONE) : finder(isMapped);
        if (announced > limit) {
            tooLarge();
        } else if (finder.isEmpty()) {
            next.accept(Optional.empty());
        } else if (!memory.canGrow(needed)) {
            fail(RefusalFactory.tooHeavy(needed));
        } else {
            model = finder.get();
            memory.grow(needed, () -> peek(within, isSearched, next), () -> fail(RefusalFactory.noMemory()));
        }
    }

    private Optional<ModelFinder> finder(boolean isMapped) {
        String type = request.getHeader("content-type");
        if (type == null || request.headers().contains("content-encoding")) {
            return Optional.empty();
        }
        if (RequestMedia.isJson(type)) {
            return Optional.of(new ModelFieldFinder());
        }
        return isMapped ? MultipartModelFinder.of(type).map(found -> found) : Optional.empty();
    }

    private void peek(long within, boolean isDecisive, Consumer<Optional<String>> next) {
        Runnable done = () -> {
            hold();
            reader = part -> prefix.appendBuffer(part);
            ending = () -> {};
            next.accept(model.model());
        };
        reader = part -> {
            prefix.appendBuffer(part);
            if (model.feed(part.getBytes())) {
                done.run();
            } else if (prefix.length() >= within && isDecisive) {
                fail(RefusalFactory.modelTooFar(within));
            } else if (prefix.length() >= within) {
                done.run();
            }
        };
        ending = done;
        read();
    }

    /// Length of the body as sent; -1 if unknown.
    /// @param name the backend's name for the model; empty to leave the body unchanged
    long named(Optional<String> name) {
        long before = prefix.length();
        name.ifPresent(known -> prefix = Buffer.buffer(model.renamed(prefix.getBytes(), known)));
        long growth = prefix.length() - before;
        if (announced != UNKNOWN) {
            return announced + growth;
        }
        boolean isUnknown =
                request.version() == HttpVersion.HTTP_2 || request.headers().contains("transfer-encoding");
        return hasEnded || !isUnknown ? prefix.length() : UNKNOWN;
    }

    /// Sends what was received, and what follows.
    void sendTo(ByteReply backend) {
        reply = backend;
        boolean hasRoom = prefix.length() == 0 || backend.write(prefix);
        prefix = Buffer.buffer();
        dialectRequest.bodyUsed();
        if (hasEnded) {
            backend.end();
            return;
        }
        reader = part -> {
            if (!backend.write(part)) {
                hold();
            }
        };
        ending = backend::end;
        if (hasRoom) {
            read();
        }
    }

    /// The backend has room again.
    void drained() {
        if (!isOver && !hasEnded && reply != null) {
            read();
        }
    }

    /// Nothing more is read.
    void stop() {
        isOver = true;
        deadline.stop();
        prefix = Buffer.buffer();
        dialectRequest.bodyUsed();
    }

    private void listen() {
        if (isListening) {
            return;
        }
        isListening = true;
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
            request.response().writeContinue();
        }
        request.handler(part -> dialectRequest.guarded(() -> part(part)));
        request.endHandler(_ -> dialectRequest.guarded(this::end));
        request.exceptionHandler(_ -> stop());
    }

    private void read() {
        listen();
        deadline.resume();
        request.resume();
    }

    private void hold() {
        deadline.pause();
        request.pause();
    }

    private void part(Buffer part) {
        if (isOver) {
            return;
        }
        bytes += part.length();
        if (announced != UNKNOWN && bytes > announced) {
            fail(RefusalFactory.otherLength(announced));
            return;
        }
        if (bytes > limit) {
            tooLarge();
            return;
        }
        deadline.received(part.length());
        if (!isOver) {
            reader.accept(part);
        }
    }

    private void end() {
        if (isOver) {
            return;
        }
        if (announced != UNKNOWN && bytes != announced) {
            fail(RefusalFactory.otherLength(announced));
            return;
        }
        hasEnded = true;
        deadline.stop();
        ending.run();
    }

    private void tooLarge() {
        fail(RefusalFactory.of(new Denial.TooLarge(limit)));
    }

    private void fail(Failure failure) {
        if (!isOver) {
            stop();
            failed.accept(failure);
        }
    }
}
