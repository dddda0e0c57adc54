package dev.throughline.gateway;

import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.journal.ExchangeJournal;
import dev.throughline.stream.StreamEvent;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A journal in memory whose commit and room are up to the test.
public final class MemoryLog implements ExchangeJournal {
    final List<StreamEvent> taken = new CopyOnWriteArrayList<>();
    final List<String> raw = new CopyOnWriteArrayList<>();
    /// The commit that is asked for next.
    public volatile CompletableFuture<Void> commit = new CompletableFuture<>();
    public final CompletableFuture<Void> askedForCommit = new CompletableFuture<>();
    public final CompletableFuture<Runnable> waiting = new CompletableFuture<>();
    public final CompletableFuture<Consumer<? super Throwable>> fearing = new CompletableFuture<>();
    public volatile int room = Integer.MAX_VALUE;

    public static MemoryLog committing() {
        var log = new MemoryLog();
        log.commit.complete(null);
        return log;
    }

    @Override
    public void take(StreamEvent event, long micros) {
        taken.add(event);
    }

    @Override
    public void takeRaw(String text, long micros) {
        raw.add(text);
    }

    @Override
    public void takeSampled(String tokens, long micros) {
        raw.add(tokens);
    }

    @Override
    public boolean isFull() {
        return taken.size() >= room;
    }

    @Override
    public void onRoom(Runnable resume) {
        waiting.complete(resume);
    }

    @Override
    public void onLoss(Consumer<? super Throwable> listener) {
        fearing.complete(listener);
    }

    @Override
    public Uni<Void> commit() {
        return Uni.createFrom().completionStage(() -> {
            CompletableFuture<Void> asked = commit; // before a test that waits for this may ask for another
            askedForCommit.complete(null);
            return asked;
        });
    }

    @Override
    public Uni<Void> end(ExchangeEnd end) {
        return commit();
    }

    @Override
    public long tokens() {
        return taken.size();
    }
}
