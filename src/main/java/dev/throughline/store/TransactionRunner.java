package dev.throughline.store;

import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;
import org.jspecify.annotations.Nullable;

/// Runs work in database transactions. Thread-safe.
///
/// Each piece of work gets its own session and Vert.x context, on the caller's event loop if it has one:
/// two concurrent pieces of work of one context never share a session. The result is delivered on the
/// caller's context.
@Singleton
public class TransactionRunner {
    private final Vertx vertx;
    private final Mutiny.SessionFactory sessions;
    private final DatabaseProgress progress;

    TransactionRunner(Vertx vertx, Mutiny.SessionFactory sessions, DatabaseProgress progress) {
        this.vertx = vertx;
        this.sessions = sessions;
        this.progress = progress;
    }

    /// Commits when the work completes, rolls back when it fails.
    public <T> Uni<T> run(Function<StatelessSession, Uni<T>> work) {
        return Uni.createFrom().emitter(result -> start(work, result));
    }

    // Switching contexts requires a separate subscription.
    private <T> void start(Function<StatelessSession, Uni<T>> work, UniEmitter<? super T> result) {
        Context caller = Vertx.currentContext();
        Context own = VertxContext.createNewDuplicatedContext(caller == null ? vertx.getOrCreateContext() : caller);
        own.runOnContext(started -> sessions.openStatelessSession()
                .chain(session -> session.withTransaction(transaction -> work.apply(session))
                        .eventually(session::close))
                .onFailure()
                .invoke(progress::failed)
                .subscribe()
                .with(
                        item -> back(caller, () -> result.complete(item)),
                        failure -> back(caller, () -> result.fail(failure))));
    }

    private static void back(@Nullable Context caller, Runnable completion) {
        if (caller == null) {
            completion.run();
        } else {
            caller.runOnContext(returned -> completion.run());
        }
    }
}
