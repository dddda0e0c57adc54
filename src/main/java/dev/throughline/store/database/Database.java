package dev.throughline.store.database;

import dev.throughline.text.Sha256;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/// A database that is ready for this version of the service.
///
/// Open it before `Quarkus.run`, call `configure`, close it after Quarkus has stopped. Closing stops an
/// embedded server unless another process still uses it, and so does the end of the JVM, after the
/// service's own sessions have ended; a configured external server is left running.
public final class Database implements AutoCloseable {
    private static final String URL = "THROUGHLINE_DATABASE_URL";
    private static final String SESSION_URL = "THROUGHLINE_DATABASE_SESSION_URL";
    private static final String URL_PASSWORD = "THROUGHLINE_DATABASE_PASSWORD";
    private static final String CA = "THROUGHLINE_DATABASE_CA";
    private static final String DIRECTORY = "THROUGHLINE_DATA_DIR";

    private static final String LOCATION = "quarkus.datasource.reactive.url";
    private static final String USER = "quarkus.datasource.username";
    private static final String PASSWORD = "quarkus.datasource.password";
    private static final String SSL_MODE = "quarkus.datasource.reactive.postgresql.ssl-mode";
    private static final String HOST_NAMES = "quarkus.datasource.reactive.hostname-verification-algorithm";
    private static final String SESSION = "throughline.database.session.";

    private final DatabaseUrl url;
    private final DatabaseUrl session;
    private final Optional<EmbeddedServer> embedded;

    private Database(DatabaseUrl url, DatabaseUrl session, Optional<EmbeddedServer> embedded) {
        this.url = url;
        this.session = session;
        this.embedded = embedded;
    }

    /// Opens the database configured in the environment, or the embedded one; an empty one gets this version's schema.
    /// Reads `THROUGHLINE_DATABASE_URL` and, for what needs a session where that leads to a pooler,
    /// `THROUGHLINE_DATABASE_SESSION_URL`; `THROUGHLINE_DATABASE_PASSWORD` replaces the password of both, as it is,
    /// and `THROUGHLINE_DATABASE_CA` names the CA of their servers. Where `THROUGHLINE_DATABASE_START_TIMEOUT` is
    /// set, a server that does not answer yet is waited for so long.
    ///
    /// Without them the embedded server keeps its data in `THROUGHLINE_DATA_DIR`, by default
    /// `$XDG_DATA_HOME/throughline` or `~/.local/share/throughline`, and may take that long (10 minutes) to start.
    /// Its programs are unpacked into the default folder, for all data directories of a user, or beside the data
    /// where that cannot be written.
    /// @throws DatabaseException with a readable message
    public static Database open(Map<String, String> environment) {
        return open(environment, System.err::println);
    }

    /// @param report takes what it waits for
    public static Database open(Map<String, String> environment, Consumer<String> report) {
        String named = environment.getOrDefault(URL, "");
        return named.isBlank()
                ? openEmbedded(directory(environment), binaries(environment), StartTimeout.of(environment))
                : openNamed(
                        named(environment, URL, named),
                        named(environment, SESSION_URL, named),
                        connect(environment, report));
    }

    /// @param otherwise the URL where the variable is not set
    private static DatabaseUrl named(Map<String, String> environment, String variable, String otherwise) {
        String own = environment.getOrDefault(variable, "");
        DatabaseUrl url = DatabaseUrl.parse(variable, own.isBlank() ? otherwise : own)
                .withPassword(environment.getOrDefault(URL_PASSWORD, ""));
        try {
            return url.withRootCertificate(environment.getOrDefault(CA, ""));
        } catch (IllegalArgumentException e) {
            throw new DatabaseException(CA + " is invalid: " + e.getMessage());
        }
    }

    /// Opens the embedded server.
    /// @param directory of its data, created if missing
    /// @param binaries where its programs (about 60 MB) are unpacked; several servers may share them
    public static Database openEmbedded(Path directory, Path binaries) {
        return openEmbedded(directory, binaries, StartTimeout.DEFAULT);
    }

    private static Database openEmbedded(Path directory, Path binaries, Duration patience) {
        EmbeddedServer server = EmbeddedServer.start(directory, binaries, patience);
        try {
            Schema.require(
                    server.url(),
                    "the data directory " + directory,
                    "another directory (serve --data-dir DIR, or THROUGHLINE_DATA_DIR)");
            return new Database(server.url(), server.url(), Optional.of(server));
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static Function<DatabaseUrl, Connection> connect(Map<String, String> environment, Consumer<String> report) {
        return StartTimeout.given(environment)
                .<Function<DatabaseUrl, Connection>>map(patience -> url -> Connections.await(url, patience, report))
                .orElse(Connections::open);
    }

    private static Database openNamed(DatabaseUrl url, DatabaseUrl session, Function<DatabaseUrl, Connection> connect) {
        Schema.require(
                session,
                connect.apply(session),
                "the database " + session,
                "an empty, separate database (createdb, THROUGHLINE_DATABASE_URL)");
        return new Database(url, session, Optional.empty());
    }

    /// Where a service on the database of an environment publishes its address: `service.json` in the directory of
    /// the embedded server; for an external database a file of this user named after the hash of its location.
    public static Path serviceFile(Map<String, String> environment) {
        String named = environment.getOrDefault(URL, "");
        return named.isBlank()
                ? directory(environment).resolve("service.json")
                : home(environment)
                        .resolve("services")
                        .resolve(Sha256.hex(DatabaseUrl.parse(URL, named).location()) + ".json");
    }

    private static Path directory(Map<String, String> environment) {
        String named = environment.getOrDefault(DIRECTORY, "");
        return named.isBlank() ? home(environment) : Path.of(named).toAbsolutePath();
    }

    /// Where the programs of the embedded server are unpacked: in a folder that none but its owner can write.
    static Path binaries(Map<String, String> environment) {
        Path root;
        try {
            root = DataDirectory.at(home(environment)).root();
        } catch (DatabaseException _) {
            root = directory(environment);
        }
        return root.resolve("binaries");
    }

    private static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("XDG_DATA_HOME", "");
        Path base = home.isBlank() ? Path.of(System.getProperty("user.home"), ".local", "share") : Path.of(home);
        return base.resolve("throughline").toAbsolutePath();
    }

    /// The connection settings for Quarkus. They contain the password.
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put(LOCATION, url.location());
        settings.put(USER, url.user());
        settings.put(PASSWORD, url.password());
        settings.put("quarkus.datasource.reactive.additional-properties.application_name", Connections.SESSION_NAME);
        settings.put(SESSION + "url", session.jdbc());
        settings.put(SESSION + "user", session.user());
        settings.put(SESSION + "password", session.password());
        url.sslMode().ifPresent(mode -> {
            settings.put(SSL_MODE, mode);
            settings.put(HOST_NAMES, mode.equals("verify-full") ? "HTTPS" : "NONE");
        });
        url.rootCertificate().ifPresent(file -> settings.put(PostgresPoolCreator.ROOT_CERTIFICATE, file));
        return settings;
    }

    /// Sets the settings as system properties for Quarkus.
    public void configure() {
        settings().forEach(System::setProperty);
    }

    /// Connections for a command that runs without the service.
    public DataSource dataSource() {
        Map<String, String> settings = settings();
        return dataSource(name -> Optional.ofNullable(settings.get(name)));
    }

    /// Connections to PostgreSQL itself, not through a pooler, from the values given by `settings`.
    /// @param setting the value of a setting by its name
    public static DataSource dataSource(Function<String, Optional<String>> setting) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(setting.apply(SESSION + "url").orElseThrow());
        source.setUser(setting.apply(SESSION + "user").orElse(""));
        source.setPassword(setting.apply(SESSION + "password").orElse(""));
        source.setApplicationName(Connections.SESSION_NAME);
        return source;
    }

    /// The location of the data in a readable form, without credentials.
    public String description() {
        return embedded.map(EmbeddedServer::description).orElseGet(() -> "PostgreSQL at " + url);
    }

    @Override
    public void close() {
        embedded.ifPresent(EmbeddedServer::close);
    }
}
