package dev.throughline.gateway;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.access.Limit;
import dev.throughline.access.RequestMedia;
import dev.throughline.gateway.admission.BodySlices;
import dev.throughline.gateway.admission.DiscardedBody;
import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.gateway.admission.GatewaySettings;
import dev.throughline.gateway.admission.JsonWeight;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.gateway.admission.RequestBody;
import dev.throughline.gateway.admission.RequestWorkers;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemResponder;
import dev.throughline.rest.ProblemType;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Receives request bodies outside the dialect endpoints, such as those of the API, within the memory budget, and
/// passes the request on once its body is complete.
///
/// Only JSON of an admitted caller may be large: a form, or any body that comes before a key was shown, may not.
@ApplicationScoped
class ApiBodyAdmission {
    /// After the API guard, before anything that reads a body.
    private static final int ORDER = -999;
    private static final long SMALL = 16 * 1024;

    private final GatewayMemory memory;
    private final GatewaySettings settings;
    private final RequestWorkers workers;
    private final ProblemResponder problems;
    private final long maxBody;

    ApiBodyAdmission(
            GatewayMemory memory,
            GatewaySettings settings,
            RequestWorkers workers,
            ProblemResponder problems,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize maxBody) {
        this.memory = memory;
        this.settings = settings;
        this.workers = workers;
        this.problems = problems;
        this.maxBody = maxBody.asLongValue();
    }

    void init(@Observes Router router) {
        router.route().order(ORDER).handler(this::admit);
    }

    private void admit(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.isEnded() || DiscardedBody.hasNone(request)) {
            context.next();
            return;
        }
        Optional<Caller> caller = CurrentCaller.of(context);
        Context loop = Vertx.currentContext();
        MemoryReservation reservation = memory.reservation(loop, caller.flatMap(Caller::id), request);
        context.addEndHandler(_ -> reservation.release());
        new RequestBody(request, loop, most(request, caller), settings, reservation, new ApiBody(context, loop)).read();
    }

    private long most(HttpServerRequest request, Optional<Caller> caller) {
        String type = request.getHeader("content-type");
        return caller.filter(_ -> type != null && RequestMedia.isJson(type))
                .map(known -> Math.min(maxBody, known.most(Limit.BODY_BYTES).orElse(maxBody)))
                .orElse(Math.min(maxBody, SMALL));
    }

    /// The body of one request, with errors as problems.
    private final class ApiBody implements RequestBody.Receiver {
        private final RoutingContext context;
        private final Context loop;

        private ApiBody(RoutingContext context, Context loop) {
            this.context = context;
            this.loop = loop;
        }

        @Override
        public void received(BodySlices body, JsonWeight weight) {
            workers.work(body.length(), () -> Buffer.buffer(body.join()))
                    .subscribe()
                    .with(
                            bytes -> loop.runOnContext(_ -> {
                                ((RoutingContextInternal) context).setBody(bytes);
                                context.next();
                            }),
                            failure -> loop.runOnContext(_ -> context.fail(failure)));
        }

        @Override
        public void tooLarge(long limit) {
            refused(Failure.of(
                    FailureKind.TOO_LARGE,
                    "The request body is larger than the " + limit + " bytes that are accepted here."));
        }

        @Override
        public void refused(Failure failure) {
            HttpServerResponse response = context.response();
            if (failure.kind() == FailureKind.TIMEOUT) {
                DiscardedBody.cut(context.request());
                return;
            }
            ProblemType type = failure.kind() == FailureKind.TOO_LARGE ? ProblemType.TOO_LARGE : ProblemType.NO_MEMORY;
            failure.retryAfter()
                    .ifPresent(delay -> response.putHeader("retry-after", Long.toString(delay.toSeconds())));
            DiscardedBody.of(context.request());
            problems.json(Problem.of(type, failure.message()), context);
        }

        @Override
        public void guarded(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException e) {
                context.fail(e);
            }
        }
    }
}
