package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.RunSealedException;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.exchange.RunNumbers.Numbered;
import dev.throughline.store.StatementRunner;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.history.HistoryLookupKeys;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Assigns a request its number in its run and finds what it may refer to.
///
/// A request that carries nothing of an earlier answer can only repeat one: numbering it and looking up the
/// latest identical request (without its items) take one round trip. Any other request is numbered after
/// its history is read, so that a failed read leaves no gap.
record AdmissionQuery(
        StatementRunner statements, RunNumbers numbers, SizedWorkExecutor work, Run run, HistoryLookupKeys search) {
    private static final String IS_THERE = "SELECT 1 FROM run WHERE run_id = $1";

    /// Fails with `RunSealedException` or `UnknownRunException`.
    Uni<Admission> admit() {
        return search.continuation().isEmpty()
                ? whole(search.keys().get())
                : new ContinuationLookup(statements, work, run, search)
                        .find()
                        .chain(found -> found.isPresent()
                                ? number(found.get())
                                : work.work(search.bytes(), search.keys()).chain(this::whole));
    }

    private Uni<Admission> whole(LookupKeys keys) {
        return hasOnlyBody(keys)
                ? first(keys)
                : new HistoryLookup(statements, work, run, keys).find().chain(found -> number(found.admission()));
    }

    private static boolean hasOnlyBody(LookupKeys keys) {
        return keys.tokens().isEmpty()
                && keys.callIds().isEmpty()
                && keys.contentHashes().isEmpty()
                && keys.answerKeys().isEmpty();
    }

    private Uni<Admission> first(LookupKeys keys) {
        return admitted(
                numbers.next(run, keys.bodyHash()), numbered -> Admission.of(numbered.number(), repeated(numbered)));
    }

    private RunHistory repeated(Numbered numbered) {
        return new RunHistory(
                run.settings().policy(), numbered.repeated().stream().toList(), Map.of());
    }

    /// @param found without its number
    private Uni<Admission> number(Admission found) {
        return admitted(numbers.next(run), numbered -> found.numbered(numbered.number()));
    }

    private Uni<Admission> admitted(Uni<Optional<Numbered>> next, Function<Numbered, Admission> admission) {
        return next.chain(numbered -> numbered.map(given -> Uni.createFrom().item(admission.apply(given)))
                .orElseGet(() -> statements.run(IS_THERE, Tuple.of(run.id().value()), this::refused)));
    }

    private Admission refused(RowSet<Row> found) {
        throw found.size() == 0 ? new UnknownRunException(run.id()) : new RunSealedException(run.id());
    }
}
