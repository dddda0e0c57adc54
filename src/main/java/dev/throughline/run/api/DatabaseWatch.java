package dev.throughline.run.api;

import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.DatabaseProgress.DatabaseBusyException;
import dev.throughline.store.database.Schema;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;

/// Checks that the database has this version's schema, and does what exchanges need: a statement that is prepared once
/// for a connection, and a write, which is committed. All who ask within half a second share a check.
@ApplicationScoped
public class DatabaseWatch {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration SHARED = Duration.ofMillis(500);
    private static final String WRITE = "UPDATE throughline_schema SET sha256 = sha256 WHERE sha256 = $1";
    /// Source: PostgreSQL, appendix A: undefined_table.
    private static final String NO_TABLE = "42P01";

    private final Pool pool;
    private final DatabaseProgress progress;
    private final Uni<DatabaseState> checked = Uni.createFrom()
            .deferred(this::check)
            .invoke(found -> last = Optional.of(found))
            .memoize()
            .forFixedDuration(SHARED);
    private volatile Optional<DatabaseState> last = Optional.empty();

    DatabaseWatch(Pool pool, DatabaseProgress progress) {
        this.pool = pool;
        this.progress = progress;
    }

    /// The state half a second ago or later; that of the last check while one takes longer, since it waits for a
    /// connection behind requests. The first check is waited for. Never fails.
    public Uni<DatabaseState> state() {
        return last.isEmpty() ? checked : checked.ifNoItem().after(SHARED).recoverWithItem(() -> last.orElseThrow());
    }

    /// The state as of a check that has ended or is waited for, two seconds at most. Never fails.
    public Uni<DatabaseState> checked() {
        return checked;
    }

    private Uni<DatabaseState> check() {
        Uni<Integer> written =
                pool.preparedQuery(WRITE).execute(Tuple.of(Schema.sha256())).map(SqlResult::rowCount);
        return progress.within(PATIENCE, written)
                .map(rows -> rows == 1 ? new DatabaseState.Ready() : otherSchema())
                .onFailure(DatabaseBusyException.class)
                .recoverWithItem(new DatabaseState.Ready())
                .onFailure()
                .recoverWithItem(failure -> failure instanceof PgException error
                        ? refused(error.getSqlState())
                        : new DatabaseState.NotReady("it does not respond"));
    }

    private static DatabaseState refused(String code) {
        return switch (code) {
            case NO_TABLE -> otherSchema();
            case DatabaseProgress.READ_ONLY -> new DatabaseState.NotReady("it accepts no writes");
            default -> new DatabaseState.NotReady("it refuses a prepared write with SQLSTATE " + code);
        };
    }

    private static DatabaseState otherSchema() {
        return new DatabaseState.NotReady("its schema is not this version's, or missing");
    }

    /// The state of the database as of the last check.
    public sealed interface DatabaseState {
        /// It responds, has the schema and writes.
        record Ready() implements DatabaseState {}

        /// It cannot be used.
        record NotReady(String reason) implements DatabaseState {}

        default boolean isReady() {
            return this instanceof Ready;
        }
    }
}
