package dev.throughline.run.health;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// Checks that the database responds and has its schema. Migrations run before the service starts, so the
/// first result defines what is expected of later ones.
@ApplicationScoped
public class DatabaseWatch {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String MIGRATIONS =
            "SELECT count(*) FROM flyway_schema_history WHERE success AND version IS NOT NULL";
    /// Source: PostgreSQL, appendix A: undefined_table.
    private static final String NO_TABLE = "42P01";

    private final Pool pool;
    private final AtomicInteger expected = new AtomicInteger();

    DatabaseWatch(Pool pool) {
        this.pool = pool;
    }

    /// The current state; never fails.
    public Uni<DatabaseState> state() {
        return pool.query(MIGRATIONS)
                .execute()
                .map(rows -> rows.iterator().next().getInteger(0))
                .onFailure(DatabaseWatch::isWithoutTable)
                .recoverWithItem(0)
                .map(this::judge)
                .ifNoItem()
                .after(PATIENCE)
                .recoverWithItem(new DatabaseState.Away())
                .onFailure()
                .recoverWithItem(new DatabaseState.Away());
    }

    private DatabaseState judge(int found) {
        int most = expected.accumulateAndGet(found, Math::max);
        return found == 0 || found < most ? new DatabaseState.Behind(found, most) : new DatabaseState.Ready(found);
    }

    private static boolean isWithoutTable(Throwable failure) {
        return failure instanceof PgException error && NO_TABLE.equals(error.getSqlState());
    }
}
