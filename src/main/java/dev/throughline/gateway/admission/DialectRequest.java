package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.access.Caller;
import dev.throughline.access.Denial;
import dev.throughline.access.DenialHeaders;
import dev.throughline.backend.settings.ModelRoute;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.route.RouteTarget;
import dev.throughline.gateway.route.RunAddress;
import dev.throughline.run.UnknownRunException;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.ContextOverflow;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/// One request on a dialect endpoint and its answer. Lives on one event loop; every answer is given once.
///
/// Whatever goes wrong in a continuation ends in an error body of the request's dialect, never in silence.
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
    private int steps;
    private long requestBytes;
    private long tokens;
    private final ExchangeTelemetry exchangeTelemetry = new ExchangeTelemetry();
    private Optional<ModelRoute> route = Optional.empty();

    /// @param caller who asks, as long as nothing is known
    public DialectRequest(HttpServerRequest request, Context loop, RouteTarget routeTarget, Caller caller) {
        this.request = request;
        this.loop = loop;
        this.routeTarget = routeTarget;
        this.caller = caller;
        Dialect dialect = routeTarget.endpoint().dialect(request.headers().contains("anthropic-version"));
        this.codec = DialectCodecs.of(dialect);
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

    /// What the ids of this answer are made of.
    public String key() {
        return key;
    }

    /// Who asks, or for whom it is asked.
    public Caller caller() {
        return caller;
    }

    public void identified(Caller known) {
        caller = known;
    }

    /// Whether what it uses of its payer's limits is counted.
    boolean hasPaid() {
        return hasPaid;
    }

    void paid() {
        hasPaid = true;
    }

    /// Does something once the answer was given, whole or not.
    public void whenOver(Runnable ending) {
        if (isOver) {
            ending.run();
        } else {
            endings.add(ending);
        }
    }

    /// The answer was given, or the client went away.
    public void over() {
        isOver = true;
        endings.forEach(Runnable::run);
        endings.clear();
        if (steps == 0) {
            bodyUsed();
        }
    }

    /// How large the request is: its body, and what it only names.
    long requestBytes() {
        return requestBytes;
    }

    /// So many bytes of the request came, or were found in the record.
    public void requestBytes(long more) {
        requestBytes += more;
    }

    /// What the body holds is freed when nothing of this process needs it any more: when it was handed on, else when
    /// the
    /// answer was given and no step of it is under way.
    public void holdsBody(Runnable free) {
        Runnable before = freeBody;
        freeBody = () -> {
            before.run();
            free.run();
        };
    }

    /// Nothing needs the body any more.
    public void bodyUsed() {
        freeBody.run();
        freeBody = () -> {};
    }

    private void stepOver() {
        steps--;
        if (isOver && steps == 0) {
            bodyUsed();
        }
    }

    /// The whole request has come.
    public void bodyComplete() {
        bodyNanos = System.nanoTime();
    }

    /// Microseconds since the whole request came.
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

    /// Where the name of the model leads that a request behind a default URL asks for.
    public Optional<ModelRoute> route() {
        return route;
    }

    public void route(Optional<ModelRoute> found) {
        route = found;
    }

    /// The base that names the run: that of the path, or of the backend that the model's name leads to.
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

    /// Whether the client went away before the end.
    public boolean isGone() {
        return response().closed() && !response().ended();
    }

    /// Goes on with a result on this request's event loop; a failure is answered as one of the record.
    public <T> void then(Uni<T> step, Consumer<? super T> next) {
        then(step, next, this::unavailable);
    }

    /// Goes on with a result or a failure on this request's event loop.
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

    /// Runs a step; a defect of ours becomes an error answer and one line of the log.
    public void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            broken(e);
        }
    }

    /// Answers with a JSON body.
    public void json(int status, byte[] body) {
        HttpServerResponse response = response();
        if (response.ended() || response.closed() || response.headWritten()) {
            return;
        }
        discardRest();
        head(status, JSON).end(Buffer.buffer(body));
    }

    /// Answers with an error body of the dialect.
    public void refuse(Failure failure) {
        retryAfter(failure);
        json(failure.status(), codec.error(failure));
    }

    /// A backend's own header stays as it came: a date stays a date.
    private void retryAfter(Failure failure) {
        if (!response().headers().contains("retry-after")) {
            failure.retryAfter()
                    .ifPresent(delay ->
                            response().putHeader("retry-after", Long.toString(Math.max(0, delay.toSeconds()))));
        }
    }

    /// Answers with the error of a backend of this dialect as it came, if it has the shape of its errors; else with our
    /// own words.
    public void refuse(Failure failure, byte[] came) {
        if (StrictJson.object(came)
                .filter(codec::isError)
                .filter(body -> isAsRead(failure, body))
                .isPresent()) {
            retryAfter(failure);
            json(failure.status(), came);
        } else {
            refuse(failure);
        }
    }

    /// An overflow of the context is acted on only in the dialect's own words.
    private boolean isAsRead(Failure failure, ObjectNode body) {
        return failure.kind() != FailureKind.CONTEXT_OVERFLOW || ContextOverflow.isSaid(codec.dialect(), body);
    }

    /// Answers that the caller may not.
    public void deny(Denial denial) {
        DenialHeaders.put(denial, response());
        refuse(RefusalFactory.of(denial));
    }

    /// Answers that a defect of ours came between.
    public void broken(Throwable defect) {
        LOG.errorf(defect, "Request failed because of a defect: id=req_%s path=%s", key, request.path());
        if (response().headWritten()) {
            breakOff();
            return;
        }
        refuse(Failure.of(
                FailureKind.SERVER, "Throughline failed on this request; see its log under id req_" + key + "."));
    }

    /// Ends an answer that has begun in a way that nobody takes for its end. Vert.x tells nobody that an HTTP/1
    /// response which was reset is over, so there the connection is closed.
    public void breakOff() {
        if (request.version() == HttpVersion.HTTP_2) {
            response().reset();
        } else {
            request.connection().close();
        }
    }

    /// Answers that the record is out of reach, or that it no longer holds the run.
    public void unavailable(Throwable cause) {
        if (cause instanceof UnknownRunException) {
            refuse(RefusalFactory.deleted());
            return;
        }
        LOG.errorf("Database unavailable: id=req_%s path=%s cause=%s", key, request.path(), cause);
        LOG.debug("Database unavailable", cause);
        refuse(Failure.of(
                FailureKind.UNAVAILABLE,
                "The database is unavailable; no answer was generated. Retry; see the log under id req_" + key + "."));
    }

    /// Sets status and headers of the answer.
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
