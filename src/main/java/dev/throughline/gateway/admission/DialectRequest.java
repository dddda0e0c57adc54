package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.access.Caller;
import dev.throughline.access.Denial;
import dev.throughline.access.DenialHeaders;
import dev.throughline.backend.settings.ModelRoute;
import dev.throughline.client.ClientProduct;
import dev.throughline.client.ClientRules;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.UnknownRunException;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.repair.RestoredHistory;
import dev.throughline.wire.ContextOverflow;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/// One request on a dialect endpoint and its response. Confined to one event loop; every response is sent
/// once.
///
/// Any failure in a continuation ends in an error body of the request's dialect, never without a response.
public final class DialectRequest {
    public static final String JSON = "application/json";
    public static final String EVENTS = "text/event-stream; charset=utf-8";
    private static final Logger LOG = Logger.getLogger(DialectRequest.class);

    private final HttpServerRequest request;
    private final Context loop;
    private final RouteTarget routeTarget;
    private final DialectCodec codec;
    private final Instant received = Instant.now();
    private final long startedNanos = System.nanoTime();
    private final String key = AnswerKeyGenerator.next();
    private long bodyNanos = startedNanos;
    private final List<Runnable> endings = new ArrayList<>();
    private Caller caller;
    private boolean hasPaid;
    private boolean isOver;
    private Runnable freeBody = () -> {};
    private boolean isBodyUsed;
    private int steps;
    private long requestBytes;
    private long tokens;
    private long bodyHeap;
    private final ExchangeTelemetry exchangeTelemetry = new ExchangeTelemetry();
    private Optional<ModelRoute> route = Optional.empty();
    private Optional<RestoredHistory> restored = Optional.empty();
    private final ClientProduct client;

    /// @param caller the caller, as far as known
    public DialectRequest(HttpServerRequest request, Context loop, RouteTarget routeTarget, Caller caller) {
        this.request = request;
        this.loop = loop;
        this.routeTarget = routeTarget;
        this.caller = caller;
        Dialect dialect = routeTarget.endpoint().dialect(request.headers().contains("anthropic-version"));
        this.codec = DialectCodecs.of(dialect);
        this.client = ClientRules.bundled().of(request::getHeader);
        response().putHeader("x-request-id", "req_" + key).putHeader("request-id", "req_" + key);
    }

    public HttpServerRequest request() {
        return request;
    }

    public HttpServerResponse response() {
        return request.response();
    }

    public Context loop() {
        return loop;
    }

    public RouteTarget routeTarget() {
        return routeTarget;
    }

    public DialectCodec codec() {
        return codec;
    }

    public Instant received() {
        return received;
    }

    /// The client as its headers name it.
    public ClientProduct client() {
        return client;
    }

    /// The day (UTC) on which it was received.
    LocalDate day() {
        return LocalDate.ofInstant(received, ZoneOffset.UTC);
    }

    /// The key from which this answer's ids are derived.
    public String key() {
        return key;
    }

    /// The caller, or the key on whose behalf it calls.
    public Caller caller() {
        return caller;
    }

    public void identified(Caller known) {
        caller = known;
    }

    /// Whether its use of the payer's limits has been counted.
    boolean hasPaid() {
        return hasPaid;
    }

    void paid() {
        hasPaid = true;
    }

    /// Runs an action once the response has ended, completely or not.
    public void whenOver(Runnable ending) {
        if (isOver) {
            ending.run();
        } else {
            endings.add(ending);
        }
    }

    /// The response has ended, or the client disconnected.
    public void over() {
        isOver = true;
        endings.forEach(Runnable::run);
        endings.clear();
        freeUnusedBody();
    }

    /// The request's size: its body, and what it refers to.
    long requestBytes() {
        return requestBytes;
    }

    /// So many bytes of the request were received, or were read from the database.
    public void requestBytes(long more) {
        requestBytes += more;
    }

    /// Heap bytes that the body and its decoded values take, by estimate.
    long bodyHeap() {
        return bodyHeap;
    }

    void bodyHeap(long bytes) {
        bodyHeap = bytes;
    }

    /// A reservation in the memory budget, charged to its key or, without one, to its address.
    public MemoryReservation reservation(GatewayMemory memory) {
        return memory.reservation(loop, caller.id(), request);
    }

    /// The memory of the body is released when this process no longer needs it: once it was handed on, or
    /// else once the response has ended and no step of it is in progress.
    public void holdsBody(Runnable free) {
        Runnable before = freeBody;
        freeBody = () -> {
            before.run();
            free.run();
        };
    }

    /// The body is no longer needed, except by the steps in progress.
    public void bodyUsed() {
        isBodyUsed = true;
        freeUnusedBody();
    }

    private void freeUnusedBody() {
        if ((isBodyUsed || isOver) && steps == 0) {
            isBodyUsed = false;
            freeBody.run();
            freeBody = () -> {};
        }
    }

    private void stepOver() {
        steps--;
        freeUnusedBody();
    }

    /// The whole request was received.
    public void bodyComplete() {
        bodyNanos = System.nanoTime();
    }

    /// Microseconds since the whole request was received.
    public long sinceBodyMicros() {
        return (System.nanoTime() - bodyNanos) / 1_000;
    }

    /// Microseconds since the request.
    public long micros() {
        return (System.nanoTime() - startedNanos) / 1_000;
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    /// The target of the model name in a request to a default URL.
    public Optional<ModelRoute> route() {
        return route;
    }

    public void route(Optional<ModelRoute> found) {
        route = found;
    }

    /// The restored history of the request that this one may continue.
    public Optional<RestoredHistory> restored() {
        return restored;
    }

    void restored(Optional<RestoredHistory> found) {
        restored = found;
    }

    /// The base URL that determines the run: that of the path, or of the backend that the model name maps
    /// to.
    RunAddress runBase() {
        return route.<RunAddress>map(found -> new RunAddress.Proxy(found.backend()))
                .orElseGet(routeTarget::base);
    }

    public ExchangeTelemetry exchangeTelemetry() {
        return exchangeTelemetry;
    }

    public long tokens() {
        return tokens;
    }

    public void tokens(long count) {
        tokens = count;
    }

    /// Whether the client disconnected before the end.
    public boolean isGone() {
        return response().closed() && !response().ended();
    }

    /// Continues with a result on this request's event loop; a failure is answered as a database failure.
    public <T> void then(Uni<T> step, Consumer<? super T> next) {
        then(step, next, this::unavailable);
    }

    /// Continues with a result or a failure on this request's event loop.
    public <T> void then(Uni<T> step, Consumer<? super T> next, Consumer<Throwable> failed) {
        steps++;
        step.subscribe()
                .with(
                        result -> loop.runOnContext(_ -> follow(() -> next.accept(result))),
                        failure -> loop.runOnContext(_ -> follow(() -> failed.accept(failure))));
    }

    private void follow(Runnable next) {
        guarded(next);
        stepOver();
    }

    /// Runs a step; an internal defect becomes an error response and one log line.
    public void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            broken(e);
        }
    }

    /// Responds with a JSON body.
    public void json(int status, byte[] body) {
        body(status, JSON, body);
    }

    /// Responds with a file of another format.
    public void file(String contentType, byte[] body) {
        body(200, contentType, body);
    }

    private void body(int status, String contentType, byte[] body) {
        HttpServerResponse response = response();
        if (response.ended() || response.closed() || response.headWritten()) {
            return;
        }
        discardRest();
        head(status, contentType).end(Buffer.buffer(body));
    }

    /// Responds with an error body of the dialect.
    public void refuse(Failure failure) {
        retryAfter(failure);
        json(failure.status(), codec.error(failure));
    }

    /// A backend's own header is passed unchanged: a date remains a date.
    private void retryAfter(Failure failure) {
        if (!response().headers().contains("retry-after")) {
            failure.retryAfter()
                    .ifPresent(delay ->
                            response().putHeader("retry-after", Long.toString(Math.max(0, delay.toSeconds()))));
        }
    }

    /// Responds with the error of a backend of this dialect as received, if it has the form of its errors;
    /// otherwise with our own message.
    public void refuse(Failure failure, byte[] received) {
        if (StrictJson.object(received)
                .filter(codec::isError)
                .filter(body -> isAsRead(failure, body))
                .isPresent()) {
            retryAfter(failure);
            json(failure.status(), received);
        } else {
            refuse(failure);
        }
    }

    /// Clients react to a context overflow only in the dialect's own form.
    private boolean isAsRead(Failure failure, ObjectNode body) {
        return failure.kind() != FailureKind.CONTEXT_OVERFLOW || ContextOverflow.isReported(codec.dialect(), body);
    }

    /// Responds that the caller lacks permission.
    public void deny(Denial denial) {
        DenialHeaders.put(denial, response());
        refuse(RefusalFactory.of(denial));
    }

    /// Responds that an internal defect occurred.
    public void broken(Throwable defect) {
        LOG.errorf(defect, "Request failed because of a defect: id=req_%s path=%s", key, request.path());
        if (response().headWritten()) {
            breakOff();
            return;
        }
        refuse(Failure.of(
                FailureKind.SERVER, "Throughline failed on this request; see its log under id req_" + key + "."));
    }

    /// Aborts an answer in progress so that it cannot be mistaken for complete. Vert.x does not report the
    /// end of an HTTP/1 response that was reset, so there the connection is closed.
    public void breakOff() {
        DiscardedBody.cut(request);
    }

    /// Responds that the database is unavailable or has too much to do, or that the run no longer exists.
    public void unavailable(Throwable cause) {
        if (cause instanceof UnknownRunException) {
            refuse(RefusalFactory.deleted());
            return;
        }
        LOG.errorf("Request not recorded: id=req_%s path=%s cause=%s", key, request.path(), cause);
        LOG.debug("Request not recorded", cause);
        refuse(RefusalFactory.notRecorded(cause, key));
    }

    /// Sets status and headers of the response.
    public HttpServerResponse head(int status, String contentType) {
        return response()
                .setStatusCode(status)
                .putHeader("content-type", contentType)
                .putHeader("cache-control", "no-cache")
                .putHeader("x-accel-buffering", "no");
    }

    private void discardRest() {
        if (!request.isEnded()) {
            DiscardedBody.of(request);
        }
    }
}
