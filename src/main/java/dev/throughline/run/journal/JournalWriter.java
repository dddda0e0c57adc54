package dev.throughline.run.journal;

import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.GroupedStatements;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Commits event batches in transactions, one at a time, so that the batches of an exchange are committed in order.
/// While one transaction is in progress the next one fills: the busier the journal, the larger its commits.
///
/// A failed transaction is retried, with pauses, for as long as the configuration allows; its rows keep
/// their keys, so that repeating one that was committed unnoticed is harmless.
final class JournalWriter {
    private final Vertx vertx;
    private final Pool pool;
    private final DatabaseProgress progress;
    private final GroupedStatements ends;
    private final JournalCapacity room;
    private final JournalTally tally;
    private final JournalConfig config;
    private final RecentWrites recentWrites;
    private final Context context;

    // Used on the writer's own context only.
    private final Deque<TokenBatch> waiting = new ArrayDeque<>();
    private boolean writing;

    // Last batches, in transit with the ends of their exchanges, oldest first.
    private final Queue<TokenBatch> ending = new ConcurrentLinkedQueue<>();

    // Written on that context, read from any thread: when the oldest batch in transit was cut; 0 for none.
    private volatile long oldestNanos;

    /// Slices on their way in one transaction.
    private record Batch(List<TokenBatch> slices, TokenBatchInsert insert) {
        static Batch of(List<TokenBatch> slices) {
            return new Batch(slices, TokenBatchInsert.of(slices, Instant.now().atOffset(ZoneOffset.UTC)));
        }
    }

    JournalWriter(
            Vertx vertx,
            Pool pool,
            DatabaseProgress progress,
            GroupedStatements ends,
            JournalCapacity room,
            JournalTally tally,
            JournalConfig config,
            RecentWrites recentWrites) {
        this.vertx = vertx;
        this.pool = pool;
        this.progress = progress;
        this.ends = ends;
        this.room = room;
        this.tally = tally;
        this.config = config;
        this.recentWrites = recentWrites;
        this.context = vertx.getOrCreateContext();
    }

    JournalTally tally() {
        return tally;
    }

    /// How long the oldest batch has been waiting for its commit. Callable from any thread.
    Duration oldest() {
        TokenBatch last = ending.peek();
        long batch = oldestNanos;
        long now = System.nanoTime();
        return Duration.ofNanos(Math.max(batch == 0 ? 0 : now - batch, last == null ? 0 : now - last.cutNanos()));
    }

    /// Records how an exchange ended, with its last batch, outside the batch transactions but together with other
    /// ends; retried like them. Earlier batches must be committed. Callable from any thread.
    Future<Void> end(ExchangeEndStatement end) {
        end.last().ifPresent(ending::add);
        Tuple values = end.values();
        return retried(
                        System.nanoTime(),
                        end.rows(),
                        () -> ends.execute(end.sql(), values, end.bytes()).map(end::requireFound))
                .onSuccess(_ -> recentWrites.ended(end, values))
                .onComplete(written -> end.last().ifPresent(tokenBatch -> ended(tokenBatch, written.succeeded())));
    }

    private Future<Void> retried(long sinceNanos, int rows, Supplier<Future<?>> attempt) {
        return new RetriedWrite(vertx, progress, config, tally, sinceNanos, attempt, rows).run();
    }

    /// Records an end that is written with the beginning of its exchange. Callable from any thread.
    Future<Void> endWith(ExchangeEndStatement end, Future<Void> beginning) {
        end.last().ifPresent(ending::add);
        return beginning.onComplete(written -> {
            if (written.succeeded()) {
                tally.written();
            }
            end.last().ifPresent(tokenBatch -> ended(tokenBatch, written.succeeded()));
        });
    }

    private void ended(TokenBatch tokenBatch, boolean isCommitted) {
        ending.remove(tokenBatch);
        room.free(tokenBatch.bytes());
        if (isCommitted) {
            tally.committed(List.of(tokenBatch));
        } else {
            tally.lost(tokenBatch.count());
        }
    }

    /// Callable from any thread.
    void offer(TokenBatch tokenBatch) {
        offer(List.of(tokenBatch));
    }

    /// Callable from any thread; batches of one exchange must be offered in order.
    void offer(List<TokenBatch> slices) {
        context.runOnContext(arrived -> {
            waiting.addAll(slices);
            next();
        });
    }

    private void next() {
        if (!writing && !waiting.isEmpty()) {
            writing = true;
            oldestNanos = waiting.element().cutNanos();
            List<TokenBatch> slices = gather();
            if (slices.isEmpty()) {
                idle();
            } else {
                write(Batch.of(slices));
            }
        }
    }

    private List<TokenBatch> gather() {
        List<TokenBatch> slices = new ArrayList<>();
        int events = 0;
        while (!waiting.isEmpty() && events < config.batchEvents()) {
            TokenBatch tokenBatch = waiting.remove();
            if (tokenBatch.log().isBroken()) {
                drop(tokenBatch);
            } else {
                slices.add(tokenBatch);
                events += tokenBatch.count();
            }
        }
        return slices;
    }

    // An earlier batch is lost: what follows would leave a gap.
    private void drop(TokenBatch tokenBatch) {
        room.free(tokenBatch.bytes());
        tally.lost(tokenBatch.count());
    }

    private void write(Batch batch) {
        retried(
                        batch.slices().getFirst().cutNanos(),
                        batch.slices().size(),
                        () -> batch.insert().execute(pool))
                .onSuccess(written -> context.runOnContext(arrived -> committed(batch)))
                .onFailure(failure -> context.runOnContext(arrived -> abandon(batch, failure)));
    }

    private void committed(Batch batch) {
        tally.committed(batch.slices());
        recentWrites.recorded(batch.insert());
        over(batch.slices(), EventLoopJournal::settle);
    }

    // Batches that have waited as long for a database that completes nothing fail with it: retried one after the
    // other, a long queue would take many times the limit.
    private void abandon(Batch batch, Throwable failure) {
        List<TokenBatch> lost = new ArrayList<>(batch.slices());
        waiting.removeIf(
                tokenBatch -> progress.isSilentSince(tokenBatch.cutNanos(), config.retryFor()) && lost.add(tokenBatch));
        lost.forEach(tokenBatch -> tokenBatch.log().breakOff());
        tally.lost(lost.stream().mapToLong(TokenBatch::count).sum());
        over(lost, (eventLoopJournal, slices) -> eventLoopJournal.fail(slices, failure));
    }

    private void over(List<TokenBatch> slices, BiConsumer<EventLoopJournal, List<TokenBatch>> report) {
        room.free(slices.stream().mapToLong(TokenBatch::bytes).sum());
        slices.stream()
                .collect(Collectors.groupingBy(slice -> slice.log().eventLoopJournal()))
                .forEach(report);
        idle();
        next();
    }

    private void idle() {
        writing = false;
        oldestNanos = 0;
    }
}
