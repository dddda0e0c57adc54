package dev.throughline.run.retention;

import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Drops the daily partitions of tokens that have no rows left.
///
/// Dropping needs a lock on the whole table, behind which new events wait. So each attempt waits for it briefly,
/// and leaves the day to the next pass. (`DETACH … CONCURRENTLY` is refused for a table with a default partition.)
record EmptyDays(RetentionConnection connection, OffsetDateTime before) {
    // Only those that the service created itself.
    private static final String DAYS = """
            SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'token_slice'::regclass AND c.relname ~ '^token_slice_[0-9]{8}$' ORDER BY c.relname""";
    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
    // Rows carry the time of their batch, which may be retried for a while.
    private static final Duration LATE = Duration.ofHours(1);
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /// @return how many
    int drop() throws SQLException {
        int dropped = 0;
        for (String table : connection.list(DAYS, row -> row.getString(1))) {
            dropped += isOver(table) && isEmpty(table) && drop(table) ? 1 : 0;
        }
        return dropped;
    }

    private boolean drop(String table) throws SQLException {
        try {
            return connection.transaction(() -> {
                connection.execute("SET LOCAL lock_timeout = '200ms'");
                connection.execute("LOCK TABLE ONLY token_slice IN ACCESS EXCLUSIVE MODE");
                boolean isEmpty = isEmpty(table);
                if (isEmpty) {
                    connection.execute("DROP TABLE " + table);
                }
                return isEmpty;
            });
        } catch (SQLException e) {
            if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private boolean isOver(String table) {
        return LocalDate.parse(table.substring(table.length() - 8), DAY)
                .plusDays(1)
                .atStartOfDay()
                .atOffset(ZoneOffset.UTC)
                .plus(LATE)
                .isBefore(before);
    }

    private boolean isEmpty(String table) throws SQLException {
        return connection
                .list("SELECT 1 FROM " + table + " LIMIT 1", row -> row.getInt(1))
                .isEmpty();
    }
}
