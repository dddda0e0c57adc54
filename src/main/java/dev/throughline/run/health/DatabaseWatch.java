package dev.throughline.run.health;

import dev.throughline.store.DatabaseBusyException;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.database.Schema;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/// Checks that the database responds and has this version's schema.
@ApplicationScoped
public class DatabaseWatch {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String SCHEMA = "SELECT FROM throughline_schema WHERE sha256 = $1";
    /// Source: PostgreSQL, appendix A: undefined_table.
    private static final String NO_TABLE = "42P01";

    private final Pool pool;
    private final DatabaseProgress progress;

    DatabaseWatch(Pool pool, DatabaseProgress progress) {
        this.pool = pool;
        this.progress = progress;
    }

    /// The current state; never fails.
    public Uni<DatabaseState> state() {
        Uni<DatabaseState> found = pool.preparedQuery(SCHEMA)
                .execute(Tuple.of(Schema.sha256()))
                .map(rows -> rows.rowCount() == 1)
                .onFailure(DatabaseWatch::isWithoutTable)
                .recoverWithItem(false)
                .map(isOwn -> isOwn ? new DatabaseState.Ready() : new DatabaseState.OtherSchema());
        return progress.within(PATIENCE, found)
                .onFailure(DatabaseBusyException.class)
                .recoverWithItem(new DatabaseState.Ready())
                .onFailure()
                .recoverWithItem(new DatabaseState.Away());
    }

    private static boolean isWithoutTable(Throwable failure) {
        return failure instanceof PgException error && NO_TABLE.equals(error.getSqlState());
    }
}
