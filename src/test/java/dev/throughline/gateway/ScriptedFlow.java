package dev.throughline.gateway;

import dev.throughline.stream.AnswerProducer;
import dev.throughline.stream.AnswerSubscription;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.StreamEvent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/// An answer from a script, some events a turn of the loop; remembers how it was treated.
public final class ScriptedFlow implements AnswerProducer, AnswerSubscription {
    private static final int EVENTS_A_TURN = 64;

    public final AtomicInteger sent = new AtomicInteger();
    public final CompletableFuture<Void> paused = new CompletableFuture<>();
    public final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private final Iterator<? extends StreamEvent> script;
    private Context loop;
    private EventSink sink;
    private boolean isHeld;

    public ScriptedFlow(Iterable<? extends StreamEvent> script) {
        this.script = script.iterator();
    }

    @Override
    public AnswerSubscription open(EventSink target) {
        sink = target;
        loop = Vertx.currentContext();
        loop.runOnContext(_ -> turn());
        return this;
    }

    private void turn() {
        for (int i = 0; i < EVENTS_A_TURN && !isHeld && script.hasNext(); i++) {
            sent.incrementAndGet();
            sink.on(script.next());
        }
        if (!isHeld && script.hasNext()) {
            loop.runOnContext(_ -> turn());
        }
    }

    @Override
    public void pause() {
        isHeld = true;
        paused.complete(null);
    }

    @Override
    public void resume() {
        isHeld = false;
        loop.runOnContext(_ -> turn());
    }

    @Override
    public void cancel() {
        isHeld = true;
        cancelled.complete(null);
    }
}
