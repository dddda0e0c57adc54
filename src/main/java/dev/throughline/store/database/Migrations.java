package dev.throughline.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.exception.FlywayValidateException;

/// Migrates a database to this version's schema. Safe for concurrent processes: Flyway takes a lock.
///
/// Each migration is one transaction. One that PostgreSQL aborted because of a service that is still
/// writing (a deadlock, a lock timeout) changed nothing and is retried.
final class Migrations {
    private static final String NOT_EMPTY = "non-empty schema";
    // By default, Flyway accepts migrations that are newer than the program.
    private static final String[] NONE = {};
    /// Deadlock detected, lock not available. Source: PostgreSQL, Appendix A (error codes).
    private static final Set<String> TRANSIENT = Set.of("40P01", "55P03");
    private static final int ATTEMPTS = 6;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

    private Migrations() {}

    /// Checks the server and migrates where the schema is not this version's.
    /// @throws DatabaseException for an older server, a newer schema, changed migrations, other tables,
    ///     missing privileges
    static void apply(DatabaseUrl url) {
        try (Connection connection = Connections.open(url)) {
            Connections.requireVersion(url, connection);
            if (SchemaHistory.isCurrent(connection)) {
                return;
            }
        } catch (SQLException e) {
            throw Connections.explain(url, e);
        }
        migrate(url);
    }

    private static void migrate(DatabaseUrl url) {
        Flyway flyway = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(url.jdbc(), url.user(), url.password())
                .locations("classpath:db/migration")
                .failOnMissingLocations(true)
                .ignoreMigrationPatterns(NONE)
                .load();
        for (int attempt = 1; ; attempt++) {
            try {
                migrate(url, flyway);
                return;
            } catch (FlywayException e) {
                if (attempt == ATTEMPTS || !isTransient(e)) {
                    throw explain(url, e);
                }
                pause(attempt);
            }
        }
    }

    private static boolean isTransient(FlywayException e) {
        return sqlCause(e)
                .map(SQLException::getSQLState)
                .filter(TRANSIENT::contains)
                .isPresent();
    }

    /// Doubled each time, and different from the delay of another process that lost to the same writer.
    private static void pause(int attempt) {
        long nanos = FIRST_PAUSE.toNanos() << (attempt - 1);
        LockSupport.parkNanos(nanos + ThreadLocalRandom.current().nextLong(nanos));
    }

    private static Optional<SQLException> sqlCause(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return Optional.of(sql);
            }
        }
        return Optional.empty();
    }

    private static void migrate(DatabaseUrl url, Flyway flyway) {
        try {
            flyway.migrate();
        } catch (FlywayValidateException e) {
            refuseNewer(url, flyway);
            throw e;
        }
    }

    private static void refuseNewer(DatabaseUrl url, Flyway flyway) {
        Arrays.stream(flyway.info().applied())
                .filter(migration -> !migration.getState().isResolved())
                .findFirst()
                .ifPresent(migration -> {
                    throw newer(url, migration);
                });
    }

    private static DatabaseException newer(DatabaseUrl url, MigrationInfo migration) {
        return new DatabaseException("database: the schema at " + url + " is newer than this version of Throughline"
                + " (it has migration " + migration.getVersion()
                + "); start the newer version, or use another database");
    }

    private static DatabaseException explain(DatabaseUrl url, FlywayException e) {
        Optional<SQLException> sql = sqlCause(e);
        if (sql.isPresent()) {
            return Connections.explain(url, sql.get());
        }
        String message = Connections.firstLine(e);
        if (message.contains(NOT_EMPTY)) {
            return new DatabaseException(
                    "database: " + url + " holds tables that are not Throughline's; use an empty, separate database");
        }
        return new DatabaseException("database: the schema at " + url + " cannot be migrated (" + message + ")", e);
    }
}
