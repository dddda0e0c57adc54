package dev.throughline.run.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.exception.FlywayValidateException;

/// Brings a database to this version's schema. Safe when several processes do it at once: Flyway takes a lock.
final class Migrations {
    private static final String NOT_EMPTY = "non-empty schema";
    // Flyway lets migrations pass that are newer than the program, unless told not to.
    private static final String[] NONE = {};

    private Migrations() {}

    /// Checks the server and migrates.
    /// @throws DatabaseException for an older server, a newer schema, changed migrations, other tables, no rights
    static void apply(DatabaseUrl url) {
        try (Connection connection = Connections.open(url)) {
            Connections.requireVersion(url, connection);
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
        try {
            migrate(url, flyway);
        } catch (FlywayException e) {
            throw explain(url, e);
        }
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
                + "); start the newer version, or name another database");
    }

    private static DatabaseException explain(DatabaseUrl url, FlywayException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return Connections.explain(url, sql);
            }
        }
        String message = Connections.firstLine(e);
        if (message.contains(NOT_EMPTY)) {
            return new DatabaseException(
                    "database: " + url + " holds tables that are not Throughline's; name an empty database of its own");
        }
        return new DatabaseException(
                "database: the schema at " + url + " cannot be brought up to date (" + message + ")", e);
    }
}
