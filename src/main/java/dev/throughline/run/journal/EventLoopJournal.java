package dev.throughline.run.journal;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The part of the journal on one event loop: the exchanges with events that wait for their batch to be
/// cut. Confined to that event loop, except for `settle` and `fail`.
final class EventLoopJournal {
    private final Vertx vertx;
    private final Context context;
    private final JournalCapacity room;
    private final Flush first;
    private final Flush later;

    EventLoopJournal(Vertx vertx, Context context, JournalCapacity room, Duration interval) {
        this.vertx = vertx;
        this.context = context;
        this.room = room;
        this.first = new Flush(Math.max(1, interval.toMillis() / 10));
        this.later = new Flush(Math.max(1, interval.toMillis()));
    }

    Context context() {
        return context;
    }

    JournalCapacity room() {
        return room;
    }

    /// Schedules a batch of the exchange to be cut at the next flush: its first one soon, for those who watch; later
    /// ones after an interval of many events, since a row of two costs as much as one of fifty.
    void list(ExchangeEventBuffer log, boolean isFirst) {
        (isFirst ? first : later).list(log);
    }

    /// Notifies the exchanges, on their event loop, that batches are committed. Callable from any thread.
    void settle(List<TokenBatch> slices) {
        context.runOnContext(
                arrived -> slices.forEach(tokenBatch -> tokenBatch.log().settle(tokenBatch)));
    }

    /// Notifies the exchanges that batches are lost. Callable from any thread.
    void fail(List<TokenBatch> slices, Throwable cause) {
        context.runOnContext(
                arrived -> slices.forEach(tokenBatch -> tokenBatch.log().fail(cause)));
    }

    /// The exchanges whose events have waited since the same timer was set.
    private final class Flush {
        private final long millis;
        private List<ExchangeEventBuffer> listed = new ArrayList<>();

        Flush(long millis) {
            this.millis = millis;
        }

        void list(ExchangeEventBuffer log) {
            listed.add(log);
            if (listed.size() == 1) {
                vertx.setTimer(millis, _ -> flush());
            }
        }

        private void flush() {
            List<ExchangeEventBuffer> due = listed;
            listed = new ArrayList<>();
            due.stream()
                    .flatMap(log -> log.cutWhenDue().stream())
                    .collect(Collectors.groupingBy(slice -> slice.log().writer()))
                    .forEach(JournalWriter::offer);
        }
    }
}
