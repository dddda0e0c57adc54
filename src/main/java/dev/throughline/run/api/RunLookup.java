package dev.throughline.run.api;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.access.Denial;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.exchange.ObservedExchange;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.trace.ItemPosition;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/// Looks up what a path names, or fails with a problem that says what does not exist. What the request's
/// key may not see is treated as nonexistent. Call before the first asynchronous step of a request.
@ApplicationScoped
public class RunLookup {
    private final RunStore runStore;
    private final ExchangeStore exchangeStore;
    private final CurrentCaller currentCaller;

    RunLookup(RunStore runStore, ExchangeStore exchangeStore, CurrentCaller currentCaller) {
        this.runStore = runStore;
        this.exchangeStore = exchangeStore;
        this.currentCaller = currentCaller;
    }

    /// A run for reading. Each subscription looks it up again.
    public Uni<Run> run(String id) {
        return run(id, currentCaller.current());
    }

    /// A run for changing; allowed only to the key that opened it.
    public Uni<Run> ownRun(String id) {
        Caller caller = currentCaller.current();
        return run(id, caller).invoke(run -> {
            if (!caller.owns(run.owner())) {
                throw Problem.of(ProblemType.FORBIDDEN, Denial.Forbidden.NOT_OWNER.message())
                        .exception();
            }
        });
    }

    private Uni<Run> run(String id, Caller caller) {
        if (!RunId.isValid(id)) {
            return Uni.createFrom().failure(() -> noRun(id));
        }
        return runStore.find(new RunId(id))
                .map(found -> found.filter(run -> caller.sees(run.owner(), run.isPublished()))
                        .orElseThrow(() -> noRun(id)));
    }

    /// An exchange for reading, without its items and observations.
    public Uni<RecordedExchange> exchange(String id, String number) {
        return run(id).flatMap(run -> exchangeStore.alone(run.id(), number(id, number)))
                .map(found -> found.orElseThrow(() -> noExchange(id, number)));
    }

    /// An exchange for reading, with its items and a page of its observations.
    /// @param before the page has the items before this one, as `ItemCursor` writes it; empty or null for the first
    /// @param limit the most observations
    public Uni<ObservedExchange> observed(String id, String number, @Nullable String before, int limit) {
        Uni<Run> sought = run(id);
        ItemPosition end = ItemCursor.read(before);
        return sought.flatMap(run -> exchangeStore.find(run.id(), number(id, number), end, limit))
                .map(found -> found.orElseThrow(() -> noExchange(id, number)));
    }

    static ProblemException noRun(String id) {
        String detail = RunId.isValid(id)
                ? "There is no run " + id + ". POST " + RunPaths.RUNS + " opens one, GET " + RunPaths.RUNS
                        + " lists them."
                : "The path names no run: an id of 1 to 64 characters 0-9, a-z and - was expected.";
        return Problem.of(ProblemType.UNKNOWN_RUN, detail).about(id).exception();
    }

    static ProblemException noExchange(String id, String number) {
        return unknown(
                id,
                "There is no exchange " + QuotedValue.of(number) + " in run " + id
                        + "; exchanges are numbered from 1.");
    }

    /// The problem for a body that retention removed.
    public static ProblemException noBody(String id, String number) {
        return unknown(
                id,
                "The request body of exchange " + QuotedValue.of(number) + " in run " + id
                        + " has been removed (throughline.retention.contents).");
    }

    private static ProblemException unknown(String run, String detail) {
        return Problem.of(ProblemType.UNKNOWN_EXCHANGE, detail).about(run).exception();
    }

    private static int number(String id, String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw noExchange(id, text);
        }
        return Integer.parseInt(text);
    }
}
