package dev.throughline.gateway.admission;

import dev.throughline.access.Denial;
import dev.throughline.access.KeyId;
import dev.throughline.backend.Backends;
import dev.throughline.gateway.files.PdfReader;
import dev.throughline.gateway.held.HeldHistory;
import dev.throughline.gateway.memory.GatewayMemory;
import dev.throughline.gateway.memory.MemoryReservation;
import dev.throughline.gateway.route.Base;
import dev.throughline.run.Admission;
import dev.throughline.run.Exchanges;
import dev.throughline.run.Journal;
import dev.throughline.run.JournalConfig;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunSealedException;
import dev.throughline.run.RunState;
import dev.throughline.run.UnknownRunException;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.telemetry.Telemetry;
import dev.throughline.trace.Clues;
import dev.throughline.wire.DialectCodec;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// What every exchange needs of the house.
@Singleton
public class Pipeline {
    private final Doors doors;
    private final KnownRuns known;
    private final Toll toll;
    private final Backends backends;
    private final Exchanges exchanges;
    private final Journal journal;
    private final JournalConfig journalConfig;
    private final GatewaySettings settings;
    private final Telemetry telemetry;
    private final UnderWay underWay;
    private final GatewayMemory memory;
    private final PdfReader pdfReader;
    private final RequestWorkers workers;

    Pipeline(
            Doors doors,
            KnownRuns known,
            Toll toll,
            Backends backends,
            Exchanges exchanges,
            Journal journal,
            JournalConfig journalConfig,
            GatewaySettings settings,
            Telemetry telemetry,
            UnderWay underWay,
            GatewayMemory memory,
            PdfReader pdfReader,
            RequestWorkers workers) {
        this.doors = doors;
        this.known = known;
        this.toll = toll;
        this.backends = backends;
        this.exchanges = exchanges;
        this.journal = journal;
        this.journalConfig = journalConfig;
        this.settings = settings;
        this.telemetry = telemetry;
        this.underWay = underWay;
        this.memory = memory;
        this.pdfReader = pdfReader;
        this.workers = workers;
    }

    public Backends backends() {
        return backends;
    }

    public Exchanges exchanges() {
        return exchanges;
    }

    public Journal journal() {
        return journal;
    }

    public JournalConfig journalConfig() {
        return journalConfig;
    }

    public GatewaySettings settings() {
        return settings;
    }

    public Telemetry telemetry() {
        return telemetry;
    }

    public UnderWay underWay() {
        return underWay;
    }

    public GatewayMemory memory() {
        return memory;
    }

    public PdfReader pdfReader() {
        return pdfReader;
    }

    public RequestWorkers workers() {
        return workers;
    }

    /// What a request holds of the memory budget, paid by its key or, without one, by its address.
    public MemoryReservation reservation(Call call) {
        String payer = call.caller()
                .id()
                .map(KeyId::value)
                .orElseGet(() -> call.request().remoteAddress().hostAddress());
        return memory.reservation(call.loop(), payer == null ? "" : payer);
    }

    /// Reads what a request only names; it is paid for as its body is.
    public HeldHistory history(Call call, RunId run, DialectCodec codec) {
        MemoryReservation memory = reservation(call);
        call.holdsBody(memory::release);
        return new HeldHistory(
                exchanges,
                run,
                codec,
                settings.maxBody().asLongValue(),
                workers,
                bytes -> reserve(call, memory, bytes));
    }

    /// Completes when so much more is reserved, or with the reason why it is not. From any thread.
    public static Uni<Optional<Failure>> reserve(Call call, MemoryReservation memory, long bytes) {
        return Uni.createFrom()
                .emitter(done -> call.loop().runOnContext(_ -> {
                    if (memory.canGrow(bytes)) {
                        memory.grow(
                                bytes,
                                () -> done.complete(Optional.empty()),
                                () -> done.complete(Optional.of(Refusals.noMemory())));
                    } else {
                        done.complete(Optional.of(Refusals.tooHeavy(bytes)));
                    }
                }));
    }

    /// Reads the body of a request, once it is known that the caller may use the run that the path names.
    public void read(Call call, Consumer<byte[]> next) {
        reach(call, () -> RequestBody.read(call, settings, workers, reservation(call), next));
    }

    /// Goes on once it is known that the caller may use the run that the path names; the body may then be read.
    public void reach(Call call, Runnable next) {
        switch (call.target().base()) {
            case Base.ById _ -> reachRun(call, next);
            // The caller was let in at the entry. Which run it is may depend on what the body asks for.
            case Base.Default _, Base.Stub _ -> next.run();
            case Base.Proxy(String name) -> {
                if (backends.find(name).isPresent()) {
                    next.run();
                } else {
                    call.refuse(Refusals.noBackend(name, backends));
                }
            }
        }
    }

    private void reachRun(Call call, Runnable next) {
        Place place = Place.of(call);
        Optional<Run> seen = known.find(place);
        if (seen.isPresent()) {
            enter(call, seen.get(), _ -> next.run());
            return;
        }
        call.request().pause();
        enter(call, run -> {
            known.learn(place, run);
            if (run.state() == RunState.SEALED) {
                call.refuse(Refusals.sealed(run));
            } else {
                next.run();
            }
        });
    }

    /// Goes on with the run behind the request's base URL and with the request's place in it, or answers why not.
    public void admit(Call call, DecodedRequest decoded, BiConsumer<Run, Admission> next) {
        if (call.target().base() instanceof Base.Default) {
            call.route(backends.models().route(decoded.request().model()));
        }
        Place place = Place.of(call);
        Clues clues = decoded.clues();
        known.find(place)
                .ifPresentOrElse(
                        run -> enter(
                                call,
                                run,
                                entered -> admit(call, entered, clues, next, cause -> {
                                    known.forget(place, run);
                                    lookUp(call, place, clues, next);
                                })),
                        () -> lookUp(call, place, clues, next));
    }

    private void lookUp(Call call, Place place, Clues clues, BiConsumer<Run, Admission> next) {
        enter(call, run -> {
            known.learn(place, run);
            if (run.state() == RunState.SEALED) {
                call.refuse(Refusals.sealed(run));
            } else {
                admit(call, run, clues, next, cause -> notAdmitted(call, run, cause));
            }
        });
    }

    /// @param closed what to do when the run was sealed or deleted since it was looked up
    private void admit(Call call, Run run, Clues clues, BiConsumer<Run, Admission> next, Consumer<Throwable> closed) {
        call.then(
                workers.begin(call, () -> soon(exchanges.admit(run, clues))),
                admission -> admitted(call, run, admission, next),
                cause -> {
                    if (cause instanceof RunSealedException || cause instanceof UnknownRunException) {
                        closed.accept(cause);
                    } else {
                        call.unavailable(cause);
                    }
                });
    }

    private static void admitted(Call call, Run run, Admission admission, BiConsumer<Run, Admission> next) {
        Optional<Failure> refusal = Refusals.of(run, admission);
        if (refusal.isPresent()) {
            turnAway(call, refusal.get());
        } else {
            call.requestBytes(admission.historyBytes());
            call.response().putHeader("x-throughline-exchange", Integer.toString(admission.number()));
            next.accept(run, admission);
        }
    }

    /// Goes on with a request's place in the run that it entered, or answers why there is none.
    public void admit(Call call, Run run, Clues clues, Consumer<Admission> next) {
        admit(call, run, clues, (_, admission) -> next.accept(admission), cause -> notAdmitted(call, run, cause));
    }

    /// Goes on with the run behind the request's base URL, or answers why there is none.
    public void enter(Call call, Consumer<Run> next) {
        call.then(soon(doors.open(call.runBase(), call.caller())), door -> {
            switch (door) {
                case Door.Open(Run run) -> enter(call, run, next);
                case Door.Closed closed -> call.refuse(closed.failure());
            }
        });
    }

    private <T> Uni<T> soon(Uni<T> step) {
        return step.ifNoItem().after(settings.recordTimeout()).fail();
    }

    /// Goes on with a run if the caller may use it.
    private void enter(Call call, Run run, Consumer<Run> next) {
        Optional<Denial> denial = toll.take(call, run);
        if (denial.isPresent()) {
            call.deny(denial.get());
        } else {
            call.response().putHeader("x-throughline-run", run.id().value());
            next.accept(run);
        }
    }

    private static void notAdmitted(Call call, Run run, Throwable cause) {
        call.refuse(
                cause instanceof RunSealedException
                        ? Refusals.sealed(run)
                        : Refusals.noRun(run.id().value()));
    }

    private static void turnAway(Call call, Failure failure) {
        if (failure.kind() == FailureKind.RATE_LIMIT) {
            call.response().putHeader("x-throughline-limit", "run-requests");
        }
        call.refuse(failure);
    }
}
