package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.TokenKind;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.GroupedStatements;
import io.netty.channel.EventLoop;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes the events of all exchanges to the database in bounded batches, several exchanges in one commit.
///
/// Events of an exchange gather on its event loop without a lock (`EventLoopJournal`), are cut into
/// batches, and are committed by a `JournalWriter`. When full, sources are paused
/// (`ExchangeJournal.isFull`); nothing is dropped silently.
@Singleton
public class Journal {
    private final Vertx vertx;
    private final JournalConfig config;
    private final JournalCapacity room;
    private final JournalTally tally = new JournalTally();
    private final List<JournalWriter> writers;
    private final ConcurrentMap<EventLoop, EventLoopJournal> lanes = new ConcurrentHashMap<>();

    Journal(Vertx vertx, Pool pool, DatabaseProgress progress, JournalConfig config, RecentWrites recentWrites) {
        if (config.lowWatermark() >= config.highWatermark()) {
            throw new IllegalArgumentException("throughline.journal.low-watermark (" + config.lowWatermark()
                    + ") must be below high-watermark (" + config.highWatermark() + ")");
        }
        this.vertx = vertx;
        this.config = config;
        this.room = JournalCapacity.of(config);
        var ends = new GroupedStatements(pool, progress, config.writeTimeout());
        this.writers = Stream.generate(
                        () -> new JournalWriter(vertx, pool, progress, ends, room, tally, config, recentWrites))
                .limit(config.writers())
                .toList();
    }

    /// Opens the journal of an exchange that is being recorded: its events are kept until then, and lost if that
    /// fails. Call and use it on the exchange's event loop.
    public ExchangeJournal open(AnswerIdentity answer, Beginning beginning) {
        JournalWriter writer =
                writers.get(Math.floorMod(31 * answer.run().hashCode() + answer.number(), writers.size()));
        var buffer = new ExchangeEventBuffer(answer, eventLoopJournal(), writer, config.sliceEvents(), beginning);
        beginning.recorded().onSuccess(_ -> buffer.begun()).onFailure(buffer::fail);
        return buffer;
    }

    /// The journal's current state. Callable from any thread.
    public JournalFigures figures() {
        Duration oldest = writers.stream()
                .map(JournalWriter::oldest)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        Map<TokenKind, Long> tokens =
                Arrays.stream(TokenKind.values()).collect(Collectors.toMap(kind -> kind, tally::tokens));
        return new JournalFigures(
                room.used(),
                room.max(),
                room.isFull(),
                room.waiting(),
                oldest,
                tally.rows(),
                tokens,
                tally.commits(),
                tally.retries(),
                tally.lost());
    }

    private EventLoopJournal eventLoopJournal() {
        Context current = Vertx.currentContext();
        if (current == null || !current.isEventLoopContext()) {
            throw new IllegalStateException("expected to open a journal on an event loop, found "
                    + Thread.currentThread().getName());
        }
        ContextInternal context = ((ContextInternal) current).unwrap();
        return lanes.computeIfAbsent(
                context.nettyEventLoop(), loop -> new EventLoopJournal(vertx, context, room, config.flushInterval()));
    }

    /// The journal's current state, and its counters since the start of this process.
    ///
    /// @param heldBytes memory taken by events that are not committed yet
    /// @param maxBytes the limit of that memory; an exchange whose event does not fit fails
    /// @param isFull whether sources of events are paused
    /// @param paused exchanges whose source waits for room
    /// @param oldestUnwritten how long the oldest events in transit to the database have been waiting; zero for
    ///     none
    /// @param rows rows committed
    /// @param tokens events committed, by kind; kinds without any are present with 0
    /// @param commits transactions that wrote them
    /// @param retries failed commits that were retried
    /// @param lostTokens events that will never be stored; their exchanges ended with an error
    public record JournalFigures(
            long heldBytes,
            long maxBytes,
            boolean isFull,
            int paused,
            Duration oldestUnwritten,
            long rows,
            Map<TokenKind, Long> tokens,
            long commits,
            long retries,
            long lostTokens) {
        public JournalFigures {
            tokens = Map.copyOf(tokens);
        }
    }
}
