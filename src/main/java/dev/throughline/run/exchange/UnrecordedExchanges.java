package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RunId;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.journal.RecentWrites;
import dev.throughline.store.ServiceInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Exchanges whose beginning or end could not be recorded. Their clients received an error: once the
/// database is available again they are marked FAILED, even if the write was committed unnoticed.
///
/// If the process ends before that, they become INTERRUPTED.
///
/// So are exchanges that stay open although their requests are over: left behind by a defect, by a write that was
/// committed after it was given up, or by a failover of the database.
@ApplicationScoped
public class UnrecordedExchanges {
    private static final String OPEN = "SELECT answer_key FROM exchange WHERE outcome = 'OPEN' AND instance_id = $1";
    private static final String CLOSE = """
            UPDATE exchange SET outcome = 'FAILED', error = 'its end was not recorded', unrecorded = true
            WHERE outcome = 'OPEN' AND instance_id = $1 AND answer_key = ANY ($2) RETURNING run_id
            """;

    private final Pool pool;
    private final RunEventSource events;
    private final ServiceInstance serviceInstance;
    private final Set<AnswerIdentity> answers = ConcurrentHashMap.newKeySet();
    private final Set<String> requests = ConcurrentHashMap.newKeySet();
    private final Set<String> ends = ConcurrentHashMap.newKeySet();
    private volatile Set<String> leftOpen = Set.of();

    UnrecordedExchanges(Pool pool, RunEventSource events, ServiceInstance serviceInstance) {
        this.pool = pool;
        this.events = events;
        this.serviceInstance = serviceInstance;
    }

    /// An exchange is being recorded; from any thread, like the three below.
    void begins(String answerKey) {
        requests.add(answerKey);
    }

    /// Its request is over, whether or not it was answered.
    void over(String answerKey) {
        requests.remove(answerKey);
    }

    /// Its end is on its way.
    void ends(String answerKey) {
        ends.add(answerKey);
    }

    /// Its end is recorded or lost.
    void ended(String answerKey) {
        over(answerKey);
        ends.remove(answerKey);
    }

    /// Closes what is still open and was so at the last call, though neither its request nor its end is in progress.
    public Uni<Void> closeLeftOpen() {
        return pool.preparedQuery(OPEN).execute(Tuple.of(serviceInstance.id())).chain(rows -> {
            Set<String> before = leftOpen;
            Set<String> now = new HashSet<>();
            rows.forEach(row -> now.add(row.getString(0)));
            now.removeAll(requests);
            now.removeAll(ends);
            leftOpen = Set.copyOf(now);
            now.retainAll(before);
            return now.isEmpty() ? Uni.createFrom().voidItem() : close(now);
        });
    }

    private Uni<Void> close(Set<String> keys) {
        return pool.preparedQuery(CLOSE)
                .execute(Tuple.of(serviceInstance.id()).addArrayOfString(keys.toArray(String[]::new)))
                .invoke(rows -> rows.forEach(row -> events.publish(new RunId(row.getString(0)))))
                .replaceWithVoid();
    }

    /// From any thread.
    void add(AnswerIdentity answer) {
        answers.add(answer);
    }

    /// Marks the pending exchanges; fails while the database is unavailable.
    public Uni<Void> mark() {
        List<AnswerIdentity> lost = List.copyOf(answers);
        if (lost.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return pool.preparedQuery(RecentWrites.MARK)
                .execute(Tuple.newInstance(RecentWrites.lost(lost, "the database was unavailable")))
                .invoke(() -> lost.forEach(this::marked))
                .replaceWithVoid();
    }

    private void marked(AnswerIdentity answer) {
        answers.remove(answer);
        events.publish(answer.run());
    }
}
