package dev.throughline.run.retention;

import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/// The current time for retention: the database's, which also stamps when a run is sealed. If this
/// process's clock is behind it, that one counts: if either jumps forward, nothing is removed early; if one
/// is set back, everything is removed later.
final class RetentionClock {
    private static final String NOW = "SELECT clock_timestamp()";

    private RetentionClock() {}

    /// @param own the time by this process's clock
    static Instant now(RetentionConnection retentionConnection, Instant own) throws SQLException {
        Instant database = retentionConnection.one(
                NOW, row -> row.getObject(1, OffsetDateTime.class).toInstant());
        return own.isBefore(database) ? own : database;
    }
}
