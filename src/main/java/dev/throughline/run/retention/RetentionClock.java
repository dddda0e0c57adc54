package dev.throughline.run.retention;

import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/// What time it is for retention: the database's, which also stamps when a run is sealed. Where this process's clock is
/// behind it, that one counts: if either jumps forward alone, nothing goes early; if one is set back, all goes later.
final class RetentionClock {
    private static final String NOW = "SELECT clock_timestamp()";

    private RetentionClock() {}

    /// @param own what this process's clock says
    static Instant now(RetentionConnection retentionConnection, Instant own) throws SQLException {
        Instant database = retentionConnection.one(
                NOW, row -> row.getObject(1, OffsetDateTime.class).toInstant());
        return own.isBefore(database) ? own : database;
    }
}
