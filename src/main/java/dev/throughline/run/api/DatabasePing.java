package dev.throughline.run.api;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/// Asks the database for a sign of life.
@ApplicationScoped
class DatabasePing {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Pool pool;

    DatabasePing(Pool pool) {
        this.pool = pool;
    }

    /// Whether the database answers in time; never fails.
    Uni<Boolean> answers() {
        return pool.query("SELECT 1")
                .execute()
                .replaceWith(true)
                .ifNoItem()
                .after(PATIENCE)
                .recoverWithItem(false)
                .onFailure()
                .recoverWithItem(false);
    }
}
