package dev.throughline.run.journal;

import io.vertx.pgclient.PgException;
import java.util.Optional;

/// Decides which failed writes can succeed once the database is available again.
final class WriteFailureClassifier {
    private WriteFailureClassifier() {}

    /// Everything but an error that the server would report again for the same rows.
    /// Source: PostgreSQL, appendix A: 08 connection, 25 transaction state (a read-only standby), 40 rollback,
    /// 53 resources, 55 not in the state, 57 operator intervention, 58 system. After 23505, rows that were there
    /// already, the next attempt leaves them as they are.
    static boolean mayPass(Throwable failure) {
        return !(failure instanceof AnswerGoneException) && isTransient(failure);
    }

    private static boolean isTransient(Throwable failure) {
        return !(failure instanceof PgException error)
                || Optional.ofNullable(error.getSqlState())
                        .map(state -> state.matches("(08|25|40|53|55|57|58).*|23505"))
                        .orElse(true);
    }
}
