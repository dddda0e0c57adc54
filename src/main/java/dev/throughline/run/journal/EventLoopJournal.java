package dev.throughline.run.journal;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The part of the journal on one event loop: the exchanges with events that wait for their batch to be
/// cut. Confined to that event loop, except for `settle` and `fail`.
final class EventLoopJournal {
    private final Vertx vertx;
    private final Context context;
    private final JournalCapacity room;
    private final long flushMillis;
    private List<ExchangeEventBuffer> listed = new ArrayList<>();

    EventLoopJournal(Vertx vertx, Context context, JournalCapacity room, long flushMillis) {
        this.vertx = vertx;
        this.context = context;
        this.room = room;
        this.flushMillis = flushMillis;
    }

    Context context() {
        return context;
    }

    JournalCapacity room() {
        return room;
    }

    /// Schedules a batch of the exchange to be cut at the next flush.
    void list(ExchangeEventBuffer log) {
        listed.add(log);
        if (listed.size() == 1) {
            vertx.setTimer(flushMillis, due -> flush());
        }
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

    private void flush() {
        List<ExchangeEventBuffer> due = listed;
        listed = new ArrayList<>();
        Map<JournalWriter, List<TokenBatch>> slices = new HashMap<>();
        for (ExchangeEventBuffer log : due) {
            log.cutWhenDue()
                    .ifPresent(tokenBatch -> slices.computeIfAbsent(log.writer(), writer -> new ArrayList<>())
                            .add(tokenBatch));
        }
        slices.forEach(JournalWriter::offer);
    }
}
