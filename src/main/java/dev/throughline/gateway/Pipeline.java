package dev.throughline.gateway;

import dev.throughline.backend.Backends;
import dev.throughline.conversation.Conversation;
import dev.throughline.run.Admission;
import dev.throughline.run.Exchanges;
import dev.throughline.run.Journal;
import dev.throughline.run.Run;
import dev.throughline.run.RunSealedException;
import dev.throughline.run.RunState;
import dev.throughline.run.UnknownRunException;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.Tracer;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// What every exchange needs of the house.
@ApplicationScoped
class Pipeline {
    private final Doors doors;
    private final Backends backends;
    private final Exchanges exchanges;
    private final Journal journal;
    private final GatewaySettings settings;

    Pipeline(Doors doors, Backends backends, Exchanges exchanges, Journal journal, GatewaySettings settings) {
        this.doors = doors;
        this.backends = backends;
        this.exchanges = exchanges;
        this.journal = journal;
        this.settings = settings;
    }

    Backends backends() {
        return backends;
    }

    Exchanges exchanges() {
        return exchanges;
    }

    Journal journal() {
        return journal;
    }

    GatewaySettings settings() {
        return settings;
    }

    /// Goes on with the run behind the request's base URL and with the request's place in it, or answers why not.
    void admit(Call call, Conversation request, String bodyHash, BiConsumer<Run, Admission> next) {
        enter(call, run -> {
            if (run.state() == RunState.SEALED) {
                call.refuse(Refusals.sealed(run));
            } else {
                call.then(
                        exchanges.admit(run, Tracer.clues(request, bodyHash)),
                        admission -> admitted(call, run, admission, request, next),
                        cause -> notAdmitted(call, run, cause));
            }
        });
    }

    private static void admitted(
            Call call, Run run, Admission admission, Conversation request, BiConsumer<Run, Admission> next) {
        Optional<Failure> refusal = Refusals.of(run, admission, request);
        if (refusal.isPresent()) {
            turnAway(call, refusal.get());
        } else {
            call.response().putHeader("x-throughline-exchange", Integer.toString(admission.number()));
            next.accept(run, admission);
        }
    }

    /// Goes on with the run behind the request's base URL, or answers why there is none.
    void enter(Call call, Consumer<Run> next) {
        call.then(doors.open(call.target().base()), door -> {
            switch (door) {
                case Door.Open(Run run) -> {
                    call.response().putHeader("x-throughline-run", run.id().value());
                    next.accept(run);
                }
                case Door.Closed closed -> call.refuse(closed.failure());
            }
        });
    }

    /// The run may have been sealed or deleted since it was looked up.
    private static void notAdmitted(Call call, Run run, Throwable cause) {
        switch (cause) {
            case RunSealedException _ -> call.refuse(Refusals.sealed(run));
            case UnknownRunException _ -> call.refuse(Refusals.noRun(run.id().value()));
            default -> call.unavailable(cause);
        }
    }

    private static void turnAway(Call call, Failure failure) {
        if (failure.kind() == FailureKind.RATE_LIMIT) {
            call.response().putHeader("x-throughline-limit", "run-requests");
        }
        call.refuse(failure);
    }
}
