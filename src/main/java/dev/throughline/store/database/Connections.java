package dev.throughline.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.Driver;

/// Opens the connection used at start-up, or explains in one line why it cannot.
final class Connections {
    private static final Driver DRIVER = new Driver();
    private static final Duration STARTING = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(250);
    /// The application name under which the server lists this process's sessions.
    static final String SESSION_NAME = "throughline-" + ProcessHandle.current().pid();
    private static final int OLDEST_VERSION = 15;
    private static final Duration REPORTED = Duration.ofSeconds(30);
    private static final String CANNOT_CONNECT_NOW = "57P03";
    /// No server, no database, no free connection: what ends once a database that is being set up is there.
    private static final Set<String> NOT_YET = Set.of(CANNOT_CONNECT_NOW, "08001", "08006", "3D000", "53300");

    private Connections() {}

    /// Connects, waiting while the server reports that it is starting or recovering.
    static Connection open(DatabaseUrl url) {
        return open(url, STARTING);
    }

    /// The same, with a limit on the wait.
    static Connection open(DatabaseUrl url, Duration patience) {
        return open(url, patience, Set.of(CANNOT_CONNECT_NOW), _ -> {});
    }

    /// Connects, waiting for a server and a database that may not be there yet.
    /// @param report takes from time to time what it waits for
    static Connection await(DatabaseUrl url, Duration patience, Consumer<String> report) {
        return open(url, patience, NOT_YET, report);
    }

    private static Connection open(DatabaseUrl url, Duration patience, Set<String> awaited, Consumer<String> report) {
        long began = System.nanoTime();
        long reported = began - REPORTED.toNanos();
        while (true) {
            try {
                return Objects.requireNonNull(DRIVER.connect(url.jdbc(), properties(url)));
            } catch (SQLException e) {
                long now = System.nanoTime();
                boolean isAwaited = tlsProblem(e).isEmpty() && awaited.contains(String.valueOf(e.getSQLState()));
                if (!isAwaited || now - began > patience.toNanos()) {
                    throw explain(url, e);
                }
                if (now - reported > REPORTED.toNanos()) {
                    report.accept(explain(url, e).getMessage() + "; waiting for up to " + patience.toSeconds() + " s ("
                            + StartTimeout.VARIABLE + ")");
                    reported = now;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /// Rejects a server that is older than the schema requires.
    static void requireVersion(DatabaseUrl url, Connection connection) throws SQLException {
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version < OLDEST_VERSION) {
            throw new DatabaseException("the database at " + url + " is PostgreSQL " + version + "; PostgreSQL "
                    + OLDEST_VERSION + " or newer is needed");
        }
    }

    static DatabaseException explain(DatabaseUrl url, SQLException e) {
        String state = Optional.ofNullable(e.getSQLState()).orElse("");
        String why = switch (tlsProblem(e).isPresent() ? "tls" : state) {
            case "tls" ->
                "no connection to " + url.servers() + " with sslmode="
                        + url.sslMode().orElse("prefer") + ": " + tlsProblem(e).orElseThrow();
            case "08001", "08006" ->
                "no PostgreSQL answers at " + url.servers()
                        + "; check that it is running and that host, port and sslmode are correct";
            case "28P01", "28000", "08004" ->
                "the database at " + url + " refuses the user '" + url.user()
                        + "'; check user, password and the server's pg_hba.conf";
            case "3D000" ->
                "the server at " + url.servers() + " has no database '" + url.database()
                        + "'; create it (createdb) or use another";
            case "53300" -> "the database at " + url + " has no free connection; raise max_connections";
            case "42501" ->
                "the user '" + url.user() + "' may not create tables in " + url + "; grant CREATE on its schema public";
            default -> "the database at " + url + " cannot be used (" + firstLine(e) + ")";
        };
        return new DatabaseException("database: " + why, e);
    }

    /// The problem with TLS and its remedy, if that is why there is no connection.
    private static Optional<String> tlsProblem(SQLException e) {
        String all = Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
                .map(cause -> cause.getClass().getSimpleName() + " " + cause.getMessage())
                .collect(Collectors.joining("\n"));
        if (all.contains("CertPathBuilderException") || all.contains("CertPathValidatorException")) {
            return Optional.of("the server's certificate is not signed by a trusted CA; name the file of its CA with"
                    + " sslrootcert=FILE in the URL or THROUGHLINE_DATABASE_CA");
        }
        if (all.contains("could not be verified by hostnameverifier")) {
            return Optional.of("the server's certificate is for another host name; connect by a name in it, or use"
                    + " sslmode=verify-ca");
        }
        if (all.contains("does not support SSL")) {
            return Optional.of("the server offers no TLS");
        }
        return all.contains("SSLException")
                        || all.contains("SSLHandshakeException")
                        || all.contains("CertificateException")
                ? Optional.of(firstLine(Optional.ofNullable(e.getCause()).orElse(e)))
                : Optional.empty();
    }

    static String firstLine(Throwable e) {
        return Optional.ofNullable(e.getMessage())
                .flatMap(message ->
                        message.lines().filter(line -> !line.isBlank()).findFirst())
                .map(String::strip)
                .orElse(e.getClass().getSimpleName());
    }

    private static Properties properties(DatabaseUrl url) {
        Properties properties = new Properties();
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password());
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("loginTimeout", "15");
        properties.setProperty("ApplicationName", SESSION_NAME);
        return properties;
    }
}
