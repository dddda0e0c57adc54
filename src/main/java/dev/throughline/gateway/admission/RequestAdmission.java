package dev.throughline.gateway.admission;

import dev.throughline.access.Denial;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.RunCache.RunCacheKey;
import dev.throughline.gateway.admission.RunResolver.RunResolution;
import dev.throughline.run.Run;
import dev.throughline.run.RunSealedException;
import dev.throughline.run.RunState;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.exchange.Admission;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.history.HistoryLookupKeys;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/// Lets requests in: reads their bodies and continues with the run, and with their numbers in it, or responds with the
/// reason why not.
@Singleton
public record RequestAdmission(
        RunResolver runResolver,
        RunCache known,
        RequestQuota requestQuota,
        Backends backends,
        ExchangeStore exchangeStore,
        DatabaseProgress progress,
        GatewaySettings settings,
        GatewayMemory memory,
        RequestWorkers workers,
        RestoredHistoryCache restoredHistories) {
    private static final Logger LOG = Logger.getLogger(RequestAdmission.class);

    /// Reads the body of a request, once the caller is known to be allowed to use the run in the path.
    public void read(DialectRequest dialectRequest, Consumer<byte[]> next) {
        reach(
                dialectRequest,
                () -> RequestBody.read(dialectRequest, settings, workers, dialectRequest.reservation(memory), next));
    }

    /// Continues once the caller is known to be allowed to use the run in the path; the body may then be
    /// read.
    public void reach(DialectRequest dialectRequest, Runnable next) {
        switch (dialectRequest.routeTarget().base()) {
            case RunAddress.ById _ -> reachRun(dialectRequest, next);
            // The caller was admitted at the entry. Its run may depend on the content of the body.
            case RunAddress.Default _, RunAddress.Stub _ -> next.run();
            case RunAddress.Proxy(String name) -> {
                if (backends.find(name).isPresent()) {
                    next.run();
                } else {
                    dialectRequest.request().pause();
                    dialectRequest.then(noBackend(name), dialectRequest::refuse);
                }
            }
        }
    }

    /// Why a backend that is not configured here is not asked.
    public Uni<Failure> noBackend(String name) {
        return soon(runResolver.noBackend(name));
    }

    private void reachRun(DialectRequest dialectRequest, Runnable next) {
        RunCacheKey runCacheKey = RunCacheKey.of(dialectRequest);
        Optional<Run> seen = known.find(runCacheKey);
        if (seen.isPresent()) {
            enter(dialectRequest, seen.get(), _ -> next.run());
            return;
        }
        dialectRequest.request().pause();
        enter(dialectRequest, runCacheKey, run -> {
            if (run.state() == RunState.SEALED) {
                dialectRequest.refuse(RefusalFactory.sealed(run));
            } else {
                next.run();
            }
        });
    }

    /// Continues with the run of the request's base URL and the request's admission to it, or responds with
    /// the reason why not.
    public void admit(DialectRequest dialectRequest, DecodedRequest decoded, BiConsumer<Run, Admission> next) {
        if (dialectRequest.routeTarget().base() instanceof RunAddress.Default) {
            dialectRequest.route(backends.models().route(decoded.request().model()));
        }
        RunCacheKey runCacheKey = RunCacheKey.of(dialectRequest);
        HistoryLookupKeys search = decoded.search();
        known.find(runCacheKey)
                .ifPresentOrElse(
                        run -> enter(
                                dialectRequest,
                                run,
                                entered -> admit(dialectRequest, entered, search, next, cause -> {
                                    known.forget(runCacheKey, run);
                                    lookUp(dialectRequest, runCacheKey, search, next);
                                })),
                        () -> lookUp(dialectRequest, runCacheKey, search, next));
    }

    private void lookUp(
            DialectRequest dialectRequest,
            RunCacheKey runCacheKey,
            HistoryLookupKeys search,
            BiConsumer<Run, Admission> next) {
        enter(dialectRequest, runCacheKey, run -> {
            if (run.state() == RunState.SEALED) {
                dialectRequest.refuse(RefusalFactory.sealed(run));
            } else {
                admit(dialectRequest, run, search, next, cause -> notAdmitted(dialectRequest, run, cause));
            }
        });
    }

    /// @param closed what to do if the run was sealed or deleted since it was looked up
    private void admit(
            DialectRequest dialectRequest,
            Run run,
            HistoryLookupKeys search,
            BiConsumer<Run, Admission> next,
            Consumer<Throwable> closed) {
        dialectRequest.then(
                workers.begin(
                        dialectRequest, () -> soon(exchangeStore.admit(run, restoring(dialectRequest, run, search)))),
                admission -> admitted(dialectRequest, run, admission, next),
                cause -> {
                    if (cause instanceof RunSealedException || cause instanceof UnknownRunException) {
                        closed.accept(cause);
                    } else {
                        dialectRequest.unavailable(cause);
                    }
                });
    }

    /// Where reasoning is restored, a request continues a history in which there is anything to restore only if that
    /// is known in its restored form.
    private HistoryLookupKeys restoring(DialectRequest dialectRequest, Run run, HistoryLookupKeys search) {
        Dialect client = dialectRequest.codec().dialect();
        Optional<HttpBackend> backend = run.settings().backend().flatMap(backends::find);
        boolean mayRestore = backend.filter(of -> RestoredHistoryCache.mayRestore(client, of, backends.history(of)))
                .isPresent();
        if (!mayRestore) {
            return search;
        }
        if (backend.filter(of -> RestoredHistoryCache.areKept(client, of, backends.history(of)))
                .isPresent()) {
            dialectRequest.restored(
                    search.continuation().flatMap(earlier -> restoredHistories.take(run.id(), earlier.before())));
        }
        return dialectRequest.restored().isPresent() ? search : search.restoring();
    }

    /// A full run of live traffic keeps the requests that were admitted to it; later ones go to the next.
    private void succeed(DialectRequest dialectRequest, Run full) {
        RunCacheKey runCacheKey = RunCacheKey.of(dialectRequest);
        runResolver
                .succeed(full)
                .subscribe()
                .with(
                        _ -> known.forget(runCacheKey, full),
                        cause -> LOG.warnf("full run not succeeded run=%s cause=%s", full.id(), cause));
    }

    /// The runs of live traffic of the request's key and default URL on its day, the latest first; none for
    /// the URL of one run.
    public Uni<List<Run>> liveRuns(DialectRequest dialectRequest, int limit) {
        return runResolver.ofDay(dialectRequest, limit);
    }

    /// The open runs of live traffic of the request's key and default URL, the latest first; none for the URL
    /// of one run.
    public Uni<List<Run>> openLiveRuns(DialectRequest dialectRequest) {
        return runResolver.open(dialectRequest.runBase(), dialectRequest.caller());
    }

    private void admitted(
            DialectRequest dialectRequest, Run run, Admission admission, BiConsumer<Run, Admission> next) {
        Optional<Failure> refusal = RefusalFactory.of(run, admission);
        if (refusal.isPresent()) {
            turnAway(dialectRequest, refusal.get());
        } else {
            if (run.settings().traffic().isPresent()
                    && admission.number() >= run.settings().maxRequests()) {
                succeed(dialectRequest, run);
            }
            dialectRequest.requestBytes(admission.historyBytes());
            dialectRequest.response().putHeader("x-throughline-exchange", Integer.toString(admission.number()));
            next.accept(run, admission);
        }
    }

    /// Continues with a request's admission to its run, or responds with the reason why there is none.
    public void admit(DialectRequest dialectRequest, Run run, HistoryLookupKeys search, Consumer<Admission> next) {
        admit(
                dialectRequest,
                run,
                search,
                (_, admission) -> next.accept(admission),
                cause -> notAdmitted(dialectRequest, run, cause));
    }

    /// Continues with the run of the request's base URL, or responds with the reason why there is none.
    public void enter(DialectRequest dialectRequest, Consumer<Run> next) {
        dialectRequest.then(soon(runResolver.open(dialectRequest)), runResolution -> {
            switch (runResolution) {
                case RunResolution.Open(Run run) -> enter(dialectRequest, run, next);
                case RunResolution.Closed closed -> dialectRequest.refuse(closed.failure());
            }
        });
    }

    /// The same; what was found is learned, whether the caller may use it or not.
    private void enter(DialectRequest dialectRequest, RunCacheKey runCacheKey, Consumer<Run> next) {
        dialectRequest.then(soon(runResolver.open(dialectRequest)), runResolution -> {
            switch (runResolution) {
                case RunResolution.Open(Run run) -> {
                    known.learn(runCacheKey, run);
                    enter(dialectRequest, run, next);
                }
                case RunResolution.Closed closed -> {
                    known.forget(runCacheKey);
                    dialectRequest.refuse(closed.failure());
                }
            }
        });
    }

    private <T> Uni<T> soon(Uni<T> step) {
        return progress.within(settings.recordTimeout(), step);
    }

    /// Continues with a run if the caller may use it.
    public void enter(DialectRequest dialectRequest, Run run, Consumer<Run> next) {
        Optional<Denial> denial = requestQuota.take(dialectRequest, run);
        if (denial.isPresent()) {
            dialectRequest.deny(denial.get());
        } else {
            dialectRequest.response().putHeader("x-throughline-run", run.id().value());
            next.accept(run);
        }
    }

    private static void notAdmitted(DialectRequest dialectRequest, Run run, Throwable cause) {
        dialectRequest.refuse(
                cause instanceof RunSealedException
                        ? RefusalFactory.sealed(run)
                        : RefusalFactory.noRun(run.id().value()));
    }

    private static void turnAway(DialectRequest dialectRequest, Failure failure) {
        if (failure.kind() == FailureKind.RATE_LIMIT) {
            dialectRequest.response().putHeader("x-throughline-limit", "run-requests");
        }
        dialectRequest.refuse(failure);
    }
}
