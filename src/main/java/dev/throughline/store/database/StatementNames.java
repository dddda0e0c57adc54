package dev.throughline.store.database;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Finds out whether statements can be prepared by name. A pooler in transaction mode that does not know them, as
/// PgBouncer before 1.21, leads to sessions that lack them, or have another of the name: it would be executed.
final class StatementNames {
    private static final String SESSION = "SELECT pg_backend_pid()";
    private static final int MOST_BLOCKED = 4;
    private static final int PATIENCE_SECONDS = 5;

    private final Vertx vertx;
    private final PgConnectOptions options;
    /// Tells this from what an earlier start left in a session under the same name.
    private final String own = UUID.randomUUID().toString();
    private final List<PgConnection> opened = new ArrayList<>();

    private StatementNames(Vertx vertx, PgConnectOptions options) {
        this.vertx = vertx;
        this.options = options;
    }

    /// Whether what one transaction prepares is known to the next, whichever session it gets. Fails only where there
    /// is no connection.
    static Future<Boolean> areKept(Vertx vertx, PgConnectOptions options) {
        var names = new StatementNames(vertx, options);
        return names.open()
                .compose(connection -> connection
                        .query(SESSION)
                        .execute()
                        // A pooler assigns each client its own process id, for cancel requests.
                        .compose(rows -> rows.iterator().next().getInteger(0) == connection.processId()
                                ? Future.succeededFuture(true)
                                : names.behindPooler(connection)))
                .eventually(() -> Future.join(
                        names.opened.stream().map(PgConnection::close).toList()));
    }

    private Future<PgConnection> open() {
        return PgConnection.connect(vertx, new PgConnectOptions(options)).onSuccess(opened::add);
    }

    private Future<Boolean> behindPooler(PgConnection connection) {
        return connection
                .prepare(SESSION + ", '" + own + "'")
                .compose(prepared -> session(prepared).compose(first -> inAnother(prepared, first, MOST_BLOCKED)))
                .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .otherwise(false);
    }

    /// Executes it again while others keep the sessions that they have.
    private Future<Boolean> inAnother(PreparedStatement prepared, int first, int left) {
        return open().compose(PgConnection::begin)
                .compose(_ -> session(prepared))
                .compose(now -> !now.equals(first)
                        ? Future.succeededFuture(true)
                        : left == 1 ? Future.succeededFuture(false) : inAnother(prepared, first, left - 1));
    }

    private Future<Integer> session(PreparedStatement prepared) {
        return prepared.query().execute().compose(rows -> {
            Row row = rows.iterator().next();
            return own.equals(row.getString(1))
                    ? Future.succeededFuture(row.getInteger(0))
                    : Future.failedFuture("the statement of another");
        });
    }
}
