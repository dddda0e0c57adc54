package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Exchanges whose beginning or end could not be recorded. Their clients received an error: once the
/// database is available again they are marked FAILED, even if the write was committed unnoticed.
///
/// If the process ends before that, they become INTERRUPTED.
@ApplicationScoped
public class UnrecordedExchanges {
    private static final String MARK = """
            UPDATE exchange SET outcome = 'FAILED', error = 'the database was unavailable', unrecorded = true
            FROM unnest($1::text[], $2::integer[], $3::text[]) AS lost (run_id, number, answer_key)
            WHERE exchange.run_id = lost.run_id AND exchange.number = lost.number
                AND exchange.answer_key = lost.answer_key AND outcome IN ('OPEN', 'COMPLETED')
            """;

    private final Pool pool;
    private final RunEventSource events;
    private final Set<AnswerIdentity> answers = ConcurrentHashMap.newKeySet();

    UnrecordedExchanges(Pool pool, RunEventSource events) {
        this.pool = pool;
        this.events = events;
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
        Tuple values = Tuple.tuple()
                .addArrayOfString(
                        lost.stream().map(answer -> answer.run().value()).toArray(String[]::new))
                .addArrayOfInteger(lost.stream().map(AnswerIdentity::number).toArray(Integer[]::new))
                .addArrayOfString(lost.stream()
                        .map(answer -> StoredText.encode(answer.key()))
                        .toArray(String[]::new));
        return pool.preparedQuery(MARK)
                .execute(values)
                .invoke(() -> lost.forEach(this::marked))
                .replaceWithVoid();
    }

    private void marked(AnswerIdentity answer) {
        answers.remove(answer);
        events.publish(answer.run());
    }
}
