package dev.throughline.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.access.AccessControl;
import dev.throughline.access.Caller;
import dev.throughline.backend.BackendPath;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.gateway.admission.DialectEndpoint;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.GatewaySettings;
import dev.throughline.gateway.admission.HeldHistories;
import dev.throughline.gateway.admission.InFlightAnswers;
import dev.throughline.gateway.admission.PassedEndpoints;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.gateway.admission.RequestAdmission;
import dev.throughline.gateway.admission.RequestQuota;
import dev.throughline.gateway.admission.RouteTarget;
import dev.throughline.gateway.admission.RunAddress;
import dev.throughline.gateway.proxy.PassedExchange;
import dev.throughline.gateway.proxy.TokenCountRequest;
import dev.throughline.rest.ApiGuard;
import dev.throughline.run.Run;
import dev.throughline.run.lifecycle.LiveRunStore;
import dev.throughline.run.lifecycle.RunQuota;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.run.report.RunReportFactory;
import dev.throughline.stub.StubModels;
import dev.throughline.telemetry.Telemetry;
import dev.throughline.wire.StrictJson;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Optional;

/// Routes requests on dialect endpoints to their handlers; all other paths pass the API guard.
@ApplicationScoped
class DialectRoutes {
    /// Before the upload limit of Quarkus, whose 413 has no dialect.
    private static final int FIRST = -1_000;
    /// After everything else, before Vert.x's HTML page for an unknown path.
    private static final int LAST = 30_000;
    /// The status that nginx logs for a client that disconnected.
    private static final int CLIENT_GONE = 499;

    private final RequestAdmission requestAdmission;
    private final ExchangeDispatcher exchanges;
    private final TokenCountRequest.Services tokenCounts;
    private final PassedExchange.Services passedExchanges;
    private final HeldHistories heldHistories;
    private final Backends backends;
    private final InFlightAnswers inFlightAnswers;
    private final Telemetry telemetry;
    private final RunStore runStore;
    private final LiveRunStore liveRunStore;
    private final RunReportFactory runReportFactory;
    private final RunQuota quota;
    private final RequestLog log;
    private final LossWebhook lossWebhook;
    private final AccessControl accessControl;
    private final ApiGuard apiGuard;
    private final Http2StreamLimit streams;
    private final PassedEndpoints passed;

    DialectRoutes(
            RequestAdmission requestAdmission,
            ExchangeDispatcher exchanges,
            TokenCountRequest.Services tokenCounts,
            PassedExchange.Services passedExchanges,
            HeldHistories heldHistories,
            Backends backends,
            InFlightAnswers inFlightAnswers,
            Telemetry telemetry,
            GatewaySettings settings,
            RunStore runStore,
            LiveRunStore liveRunStore,
            RunReportFactory runReportFactory,
            RunQuota quota,
            RequestLog log,
            LossWebhook lossWebhook,
            AccessControl accessControl,
            ApiGuard apiGuard,
            Http2StreamLimit streams) {
        this.requestAdmission = requestAdmission;
        this.exchanges = exchanges;
        this.tokenCounts = tokenCounts;
        this.passedExchanges = passedExchanges;
        this.heldHistories = heldHistories;
        this.backends = backends;
        this.inFlightAnswers = inFlightAnswers;
        this.telemetry = telemetry;
        this.runStore = runStore;
        this.liveRunStore = liveRunStore;
        this.runReportFactory = runReportFactory;
        this.quota = quota;
        this.log = log;
        this.lossWebhook = lossWebhook;
        this.accessControl = accessControl;
        this.apiGuard = apiGuard;
        this.streams = streams;
        this.passed = PassedEndpoints.of(settings.passedEndpoints());
    }

    void init(@Observes Router router) {
        router.route().order(FIRST).handler(this::accept);
        router.route().order(LAST).handler(this::refuse);
    }

    private void accept(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (!streams.enter(request)) {
            return;
        }
        Optional<RouteTarget> target = RouteTarget.of(request.path(), passed);
        if (target.isEmpty() || ApiGuard.isHome(request)) {
            if (request.version() == HttpVersion.HTTP_2) {
                context.addEndHandler(_ -> streams.leave(request));
            }
            apiGuard.admit(context);
            return;
        }
        var dialectRequest =
                new DialectRequest(request, Vertx.currentContext(), target.get(), accessControl.unidentified());
        telemetry.requestBegan();
        request.response().endHandler(_ -> over(dialectRequest));
        dialectRequest.guarded(() -> accessControl
                .refusal(request, target.get().endpoint().isPage())
                .map(RefusalFactory::of)
                .or(() -> EndpointRefusal.of(dialectRequest))
                .ifPresentOrElse(
                        dialectRequest::refuse,
                        () -> accessControl.identify(
                                request, caller -> dialectRequest.guarded(() -> enter(dialectRequest, caller)))));
    }

    private void over(DialectRequest dialectRequest) {
        streams.leave(dialectRequest.request());
        dialectRequest.over();
        if (!(dialectRequest.routeTarget().endpoint() instanceof DialectEndpoint.Root)) {
            log.over(dialectRequest);
            lossWebhook.over(dialectRequest);
        }
        telemetry.requestOver(
                dialectRequest.routeTarget().endpoint().label(),
                dialectRequest.codec().dialect(),
                dialectRequest.isGone()
                        ? CLIENT_GONE
                        : dialectRequest.response().getStatusCode());
    }

    private void enter(DialectRequest dialectRequest, Caller caller) {
        if (inFlightAnswers.isStopping()) {
            // A kept-alive connection would route the next attempt here again.
            dialectRequest.response().putHeader("connection", "close");
            dialectRequest.refuse(RefusalFactory.stopping());
            return;
        }
        dialectRequest.identified(caller);
        RequestQuota.atEntry(dialectRequest).ifPresentOrElse(dialectRequest::deny, () -> answer(dialectRequest));
    }

    private void refuse(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.path().startsWith("/api/")) {
            context.next();
            return;
        }
        if (ApiGuard.isForPage(request)) {
            apiGuard.noPage(context);
            return;
        }
        var nowhere = new RouteTarget(new RunAddress.Default(), new DialectEndpoint.Unknown(request.path()));
        var dialectRequest = new DialectRequest(request, Vertx.currentContext(), nowhere, accessControl.unidentified());
        dialectRequest.refuse(EndpointRefusal.unknown(dialectRequest));
    }

    private void answer(DialectRequest dialectRequest) {
        switch (dialectRequest.routeTarget().endpoint()) {
            case DialectEndpoint.Generate _ -> exchanges.begin(dialectRequest);
            case DialectEndpoint.CountTokens _ -> tokenCounts.begin(dialectRequest);
            case DialectEndpoint.Models _ ->
                requestAdmission.enter(dialectRequest, run -> models(dialectRequest, run, Optional.empty()));
            case DialectEndpoint.Model(String id) ->
                requestAdmission.enter(dialectRequest, run -> models(dialectRequest, run, Optional.of(id)));
            case DialectEndpoint.StoredResponse(String id) ->
                requestAdmission.enter(dialectRequest, run -> stored(dialectRequest, run, id));
            case DialectEndpoint.InputItems(String id) ->
                requestAdmission.enter(
                        dialectRequest, run -> responses(dialectRequest, run).inputItems(id));
            case DialectEndpoint.CancelResponse(String id) ->
                requestAdmission.enter(
                        dialectRequest, run -> responses(dialectRequest, run).cancel(id));
            case DialectEndpoint.NotOffered(String name) ->
                dialectRequest.refuse(
                        name.equals("compact") ? RefusalFactory.noCompaction() : HeldRequest.noConversations());
            case DialectEndpoint.Passed(String _, BackendPath path) -> passedExchanges.pass(dialectRequest, path);
            case DialectEndpoint.Report _ ->
                new ValidationReportRequest(dialectRequest, requestAdmission, runReportFactory).answer();
            case DialectEndpoint.Reset _ ->
                new ResetRequest(dialectRequest, requestAdmission, runStore, liveRunStore, quota).answer();
            case DialectEndpoint.Root _ -> greet(dialectRequest);
            case DialectEndpoint.Unknown _ -> dialectRequest.refuse(EndpointRefusal.unknown(dialectRequest));
        }
    }

    private void models(DialectRequest dialectRequest, Run run, Optional<String> id) {
        if (dialectRequest.routeTarget().base() instanceof RunAddress.Default
                && !backends.models().isEmpty()) {
            var models = new MappedModelList(dialectRequest, backends);
            id.ifPresentOrElse(models::answerOne, models::answerList);
            return;
        }
        Optional<String> name = run.settings().backend();
        Optional<HttpBackend> backend = name.flatMap(backends::find);
        if (backend.isPresent()) {
            new BackendModelList(dialectRequest, backend.get()).answer(id);
        } else if (name.isPresent()) {
            dialectRequest.then(requestAdmission.noBackend(name.get()), dialectRequest::refuse);
        } else {
            dialectRequest.json(
                    200,
                    id.map(model -> StubModels.one(dialectRequest.codec(), model))
                            .orElseGet(() -> StubModels.all(dialectRequest.codec())));
        }
    }

    private void stored(DialectRequest dialectRequest, Run run, String id) {
        StoredResponses responses = responses(dialectRequest, run);
        if (dialectRequest.request().method().name().equals("DELETE")) {
            responses.delete(id);
        } else {
            responses.get(id);
        }
    }

    private StoredResponses responses(DialectRequest dialectRequest, Run run) {
        return new StoredResponses(dialectRequest, heldHistories, backends, run);
    }

    private static void greet(DialectRequest dialectRequest) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        String base = dialectRequest.routeTarget().base().path();
        body.put("service", "throughline");
        body.put("openai", base + "/v1");
        body.put("anthropic", base.isEmpty() ? "/" : base);
        body.put("report", base + "/v1/validation_report");
        dialectRequest.json(200, StrictJson.write(body));
    }

    /// `POST v1/reset`: seals the run of a base URL and opens a fresh one there; on a default URL it seals the runs
    /// of all clients, and opens a fresh one for the client of the latest.
    record ResetRequest(
            DialectRequest dialectRequest,
            RequestAdmission requestAdmission,
            RunStore runStore,
            LiveRunStore liveRunStore,
            RunQuota quota) {
        void answer() {
            dialectRequest.then(requestAdmission.openLiveRuns(dialectRequest), open -> {
                if (open.isEmpty()) {
                    requestAdmission.enter(dialectRequest, run -> reset(List.of(run)));
                } else {
                    requestAdmission.enter(dialectRequest, open.getFirst(), _ -> reset(open));
                }
            });
        }

        private void reset(List<Run> open) {
            dialectRequest.then(
                    quota.denial(dialectRequest.caller()),
                    denial -> denial.ifPresentOrElse(dialectRequest::deny, () -> replace(open)));
        }

        private void replace(List<Run> open) {
            Run latest = open.getFirst();
            boolean isLive = latest.settings().traffic().isPresent();
            dialectRequest.then(isLive ? liveRunStore.reset(open) : runStore.reset(latest.id()), fresh -> {
                ObjectNode body = JsonNodeFactory.instance.objectNode();
                body.put("run", fresh.id().value());
                body.put("sealed", latest.id().value());
                if (isLive) {
                    ArrayNode alsoSealed = body.putArray("alsoSealed");
                    open.stream().skip(1).forEach(run -> alsoSealed.add(run.id().value()));
                }
                dialectRequest
                        .response()
                        .putHeader("x-throughline-run", fresh.id().value());
                dialectRequest.json(200, StrictJson.write(body));
            });
        }
    }
}
