package dev.throughline.stub;

import dev.throughline.stream.AnswerProducer;
import dev.throughline.stream.AnswerSubscription;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.StreamEvent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Iterator;

/// Produces a scripted answer on the current event loop: without a pace in bursts that yield to other
/// streams, with a pace one event per tick.
final class PacedAnswer implements AnswerProducer {
    private final Iterator<StreamEvent> events;
    private final Duration firstDelay;
    private final Duration pace;

    PacedAnswer(Iterator<StreamEvent> events, Duration firstDelay, Duration pace) {
        this.events = events;
        this.firstDelay = firstDelay;
        this.pace = pace;
    }

    @Override
    public AnswerSubscription open(EventSink sink) {
        var running = new Running(Vertx.currentContext(), events, sink, pace);
        running.begin(firstDelay);
        return running;
    }

    /// An answer in progress. Confined to one event loop.
    private static final class Running implements AnswerSubscription {
        private static final int BURST = 64;

        private final Context loop;
        private final Iterator<StreamEvent> events;
        private final EventSink sink;
        private final long paceNanos;
        private long dueNanos;
        private boolean isPaused;
        private boolean isCancelled;
        private boolean isScheduled;

        Running(Context loop, Iterator<StreamEvent> events, EventSink sink, Duration pace) {
            this.loop = loop;
            this.events = events;
            this.sink = sink;
            this.paceNanos = pace.toNanos();
        }

        void begin(Duration delay) {
            dueNanos = System.nanoTime() + delay.toNanos();
            schedule();
        }

        @Override
        public void pause() {
            isPaused = true;
        }

        @Override
        public void resume() {
            isPaused = false;
            dueNanos = Math.max(dueNanos, System.nanoTime());
            schedule();
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }

        private void schedule() {
            if (isScheduled || isCancelled || isPaused || !events.hasNext()) {
                return;
            }
            isScheduled = true;
            long millis = (dueNanos - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                loop.runOnContext(_ -> step());
            } else {
                loop.owner().setTimer(millis, _ -> step());
            }
        }

        private void step() {
            isScheduled = false;
            int left = paceNanos == 0 ? BURST : 1;
            while (left-- > 0 && !isPaused && !isCancelled && events.hasNext()) {
                dueNanos += paceNanos;
                sink.on(events.next());
            }
            schedule();
        }
    }
}
