package dev.throughline.gateway.api;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.gateway.admission.DiscardedBody;
import dev.throughline.gateway.memory.GatewayMemory;
import dev.throughline.gateway.memory.JsonWeight;
import dev.throughline.gateway.memory.MemoryReservation;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemResponder;
import dev.throughline.rest.ProblemType;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Reserves memory for request bodies outside the dialect endpoints, such as those of the API, before they
/// are read, and aborts those that are received too slowly.
///
/// Reserves the maximum that JSON of the announced length can take once decoded, or half the budget if that
/// is less; a body without an announced length counts as the longest that is accepted.
@ApplicationScoped
class ApiBodyAdmission {
    /// After the API guard, before anything that reads a body.
    private static final int ORDER = -999;
    private static final long UNKNOWN = -1;
    private static final int RETRY_SECONDS = 5;

    private final GatewayMemory memory;
    private final ProblemResponder problems;
    private final long maxBody;
    private final Duration timeout;
    private final long bytesPerSecond;

    ApiBodyAdmission(
            GatewayMemory memory,
            ProblemResponder problems,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize maxBody,
            @ConfigProperty(name = "throughline.gateway.upload-timeout") Duration timeout,
            @ConfigProperty(name = "throughline.gateway.upload-rate") MemorySize rate) {
        this.memory = memory;
        this.problems = problems;
        this.maxBody = maxBody.asLongValue();
        this.timeout = timeout;
        this.bytesPerSecond = Math.max(1, rate.asLongValue());
    }

    void init(@Observes Router router) {
        router.route().order(ORDER).handler(this::admit);
    }

    private void admit(RoutingContext context) {
        HttpServerRequest request = context.request();
        long length = length(request);
        if (length == 0) {
            context.next();
            return;
        }
        MemoryReservation reservation = memory.reservation(Vertx.currentContext(), payer(context));
        context.addEndHandler(_ -> reservation.release());
        reservation.grow(weight(length), () -> read(context), () -> refuse(context));
    }

    private long weight(long length) {
        long bytes = length == UNKNOWN ? maxBody : Math.min(length, maxBody);
        return Math.min(JsonWeight.most(bytes), memory.budget().largest() / 2);
    }

    private void read(RoutingContext context) {
        BodyDeadline.watch(context.vertx(), context.request(), timeout, bytesPerSecond);
        context.next();
    }

    private void refuse(RoutingContext context) {
        DiscardedBody.of(context.request());
        var problem = Problem.of(
                ProblemType.NO_MEMORY,
                "The memory budget for requests is exhausted"
                        + " (throughline.gateway.memory.budget); try again in a few seconds.");
        context.response()
                .setStatusCode(problem.status())
                .putHeader("content-type", Problem.MEDIA_TYPE)
                .putHeader("retry-after", Integer.toString(RETRY_SECONDS))
                .end(Buffer.buffer(problems.json(problem, context.request().path())));
    }

    private static String payer(RoutingContext context) {
        String address = context.request().remoteAddress() == null
                ? null
                : context.request().remoteAddress().hostAddress();
        return CurrentCaller.of(context).flatMap(Caller::id).map(KeyId::value).orElse(address == null ? "" : address);
    }

    /// The announced number of bytes, -1 if unknown.
    private static long length(HttpServerRequest request) {
        String announced = request.getHeader("content-length");
        if (announced == null) {
            boolean hasBody = request.version() == HttpVersion.HTTP_2
                    ? !request.isEnded()
                    : request.headers().contains("transfer-encoding");
            return hasBody ? UNKNOWN : 0;
        }
        try {
            return Math.max(0, Long.parseLong(announced.strip()));
        } catch (NumberFormatException _) {
            return UNKNOWN;
        }
    }
}
