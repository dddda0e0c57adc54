package dev.throughline.run.journal;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The journal's part on one event loop: its exchanges with events that wait for their slice to be cut. Confined to
/// that event loop, except for `settle` and `fail`.
final class Lane {
    private final Vertx vertx;
    private final Context context;
    private final JournalRoom room;
    private final long flushMillis;
    private List<ExchangeLog> listed = new ArrayList<>();

    Lane(Vertx vertx, Context context, JournalRoom room, long flushMillis) {
        this.vertx = vertx;
        this.context = context;
        this.room = room;
        this.flushMillis = flushMillis;
    }

    Context context() {
        return context;
    }

    JournalRoom room() {
        return room;
    }

    /// Has an exchange's slice cut when the time is up.
    void list(ExchangeLog log) {
        listed.add(log);
        if (listed.size() == 1) {
            vertx.setTimer(flushMillis, due -> flush());
        }
    }

    /// Tells the exchanges, on their event loop, that slices are committed. From any thread.
    void settle(List<Slice> slices) {
        context.runOnContext(arrived -> slices.forEach(slice -> slice.log().settle(slice)));
    }

    /// Tells them that slices are lost. From any thread.
    void fail(List<Slice> slices, Throwable cause) {
        context.runOnContext(arrived -> slices.forEach(slice -> slice.log().fail(cause)));
    }

    private void flush() {
        List<ExchangeLog> due = listed;
        listed = new ArrayList<>();
        Map<BatchWriter, List<Slice>> slices = new HashMap<>();
        for (ExchangeLog log : due) {
            log.cutWhenDue()
                    .ifPresent(slice -> slices.computeIfAbsent(log.writer(), writer -> new ArrayList<>())
                            .add(slice));
        }
        slices.forEach(BatchWriter::offer);
    }
}
