package dev.throughline.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.access.Access;
import dev.throughline.access.Caller;
import dev.throughline.access.Doorkeeper;
import dev.throughline.backend.http.BackendPath;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.gateway.admission.Call;
import dev.throughline.gateway.admission.Pipeline;
import dev.throughline.gateway.admission.Refusals;
import dev.throughline.gateway.admission.Toll;
import dev.throughline.gateway.proxy.PassedExchange;
import dev.throughline.gateway.proxy.TokenCount;
import dev.throughline.gateway.route.Base;
import dev.throughline.gateway.route.Endpoint;
import dev.throughline.gateway.route.PassedEndpoints;
import dev.throughline.gateway.route.Target;
import dev.throughline.run.Run;
import dev.throughline.run.RunQuota;
import dev.throughline.run.Runs;
import dev.throughline.run.report.Reports;
import dev.throughline.stub.Catalogue;
import dev.throughline.wire.JsonBody;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;

/// Sends requests on dialect endpoints to what answers them; all other paths pass the doorkeeper.
@ApplicationScoped
class Routes {
    /// Before the upload limit of Quarkus, whose 413 has no dialect.
    private static final int FIRST = -1_000;
    /// After everything else, before the HTML page that Vert.x has for a path nobody takes.
    private static final int LAST = 30_000;
    /// The status that nginx logs for a client that went away.
    private static final int CLIENT_GONE = 499;

    private final Pipeline pipeline;
    private final Runs runs;
    private final Reports reports;
    private final RunQuota quota;
    private final ExchangeLog log;
    private final Access access;
    private final Doorkeeper doorkeeper;
    private final PassedEndpoints passed;

    Routes(
            Pipeline pipeline,
            Runs runs,
            Reports reports,
            RunQuota quota,
            ExchangeLog log,
            Access access,
            Doorkeeper doorkeeper) {
        this.pipeline = pipeline;
        this.runs = runs;
        this.reports = reports;
        this.quota = quota;
        this.log = log;
        this.access = access;
        this.doorkeeper = doorkeeper;
        this.passed = PassedEndpoints.of(pipeline.settings().passedEndpoints());
    }

    void init(@Observes Router router) {
        router.route().order(FIRST).handler(this::accept);
        router.route().order(LAST).handler(this::refuse);
    }

    private void accept(RoutingContext context) {
        HttpServerRequest request = context.request();
        Optional<Target> target = Target.of(request.path(), passed);
        if (target.isEmpty()) {
            doorkeeper.admit(context);
            return;
        }
        var call = new Call(request, Vertx.currentContext(), target.get(), access.unidentified());
        pipeline.telemetry().requestBegan();
        request.response().endHandler(_ -> over(call));
        call.guarded(() -> access.refusal(request, target.get().endpoint().isPage())
                .map(Refusals::of)
                .or(() -> Admissible.refusal(call))
                .ifPresentOrElse(
                        call::refuse,
                        () -> access.identify(request, caller -> call.guarded(() -> enter(call, caller)))));
    }

    private void over(Call call) {
        call.over();
        if (!(call.target().endpoint() instanceof Endpoint.Root)) {
            log.over(call);
        }
        pipeline.telemetry()
                .requestOver(
                        call.target().endpoint().label(),
                        call.codec().dialect(),
                        call.isGone() ? CLIENT_GONE : call.response().getStatusCode());
    }

    private void enter(Call call, Caller caller) {
        if (pipeline.underWay().isStopping()) {
            // A kept connection would lead the next try here again.
            call.response().putHeader("connection", "close");
            call.refuse(Refusals.stopping());
            return;
        }
        call.identified(caller);
        Toll.atEntry(call).ifPresentOrElse(call::deny, () -> answer(call));
    }

    private void refuse(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.path().startsWith("/api/")) {
            context.next();
            return;
        }
        var nowhere = new Target(new Base.Default(), new Endpoint.Unknown(request.path()));
        var call = new Call(request, Vertx.currentContext(), nowhere, access.unidentified());
        call.refuse(Admissible.unknown(call));
    }

    private void answer(Call call) {
        switch (call.target().endpoint()) {
            case Endpoint.Generate _ -> pipeline.read(call, body -> Exchange.begin(call, pipeline, body));
            case Endpoint.CountTokens _ -> pipeline.read(call, body -> TokenCount.begin(call, pipeline, body));
            case Endpoint.Models _ -> pipeline.enter(call, run -> models(call, run, Optional.empty()));
            case Endpoint.Model(String id) -> pipeline.enter(call, run -> models(call, run, Optional.of(id)));
            case Endpoint.StoredResponse(String id) -> pipeline.enter(call, run -> stored(call, run, id));
            case Endpoint.InputItems(String id) ->
                pipeline.enter(call, run -> new HeldResponses(call, pipeline, run).inputItems(id));
            case Endpoint.CancelResponse(String id) ->
                pipeline.enter(call, run -> new HeldResponses(call, pipeline, run).cancel(id));
            case Endpoint.NotOffered(String name) ->
                call.refuse(name.equals("compact") ? Refusals.noCompaction() : HeldRequest.noConversations());
            case Endpoint.Passed(String _, BackendPath path) ->
                pipeline.reach(call, () -> PassedExchange.begin(call, pipeline, path));
            case Endpoint.Report _ -> pipeline.enter(call, run -> report(call, run));
            case Endpoint.Reset _ -> pipeline.enter(call, run -> reset(call, run));
            case Endpoint.Root _ -> greet(call);
            case Endpoint.Unknown _ -> call.refuse(Admissible.unknown(call));
        }
    }

    private void models(Call call, Run run, Optional<String> id) {
        if (call.target().base() instanceof Base.Default
                && !pipeline.backends().models().isEmpty()) {
            var models = new MappedModels(call, pipeline.backends());
            id.ifPresentOrElse(models::answerOne, models::answerList);
            return;
        }
        Optional<String> name = run.settings().backend();
        Optional<HttpBackend> backend = name.flatMap(pipeline.backends()::find);
        if (backend.isPresent()) {
            new ProxyModels(call, backend.get()).answer(id);
        } else if (name.isPresent()) {
            call.refuse(Refusals.noBackend(name.get(), pipeline.backends()));
        } else {
            call.json(
                    200,
                    id.map(model -> Catalogue.one(call.codec(), model)).orElseGet(() -> Catalogue.all(call.codec())));
        }
    }

    private void stored(Call call, Run run, String id) {
        var responses = new HeldResponses(call, pipeline, run);
        if (call.request().method().name().equals("DELETE")) {
            responses.delete(id);
        } else {
            responses.get(id);
        }
    }

    private void report(Call call, Run run) {
        call.then(reports.jsonOf(run), report -> call.json(200, report));
    }

    private void reset(Call call, Run sealed) {
        call.then(
                quota.denial(call.caller()), denial -> denial.ifPresentOrElse(call::deny, () -> replace(call, sealed)));
    }

    private void replace(Call call, Run sealed) {
        call.then(runs.reset(sealed.id()), fresh -> {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.put("run", fresh.id().value());
            body.put("sealed", sealed.id().value());
            call.response().putHeader("x-throughline-run", fresh.id().value());
            call.json(200, JsonBody.write(body));
        });
    }

    private static void greet(Call call) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        String base = call.target().base().path();
        body.put("service", "throughline");
        body.put("openai", base + "/v1");
        body.put("anthropic", base.isEmpty() ? "/" : base);
        body.put("report", base + "/v1/validation_report");
        call.json(200, JsonBody.write(body));
    }
}
