package dev.throughline.store.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The bundled PostgreSQL, on 127.0.0.1 only, with a random password, and with every commit on disk before
/// it is acknowledged.
///
/// A process that finds a server running on its folder uses it, whoever started it (another command, or a
/// process that was killed); the last one to leave stops it. A server that does not respond is restarted.
/// One that ends while in use is restarted on the same port (`PostmasterWatch`); two never run on the same
/// data, since the folder is locked for a start, and PostgreSQL refuses to start beside processes of a
/// server that ended.
final class EmbeddedServer implements AutoCloseable {
    private static final String USER = "postgres";
    // The library does not notice that a server has ended; the rest of the timeout is spent here.
    private static final Duration LIBRARY_PATIENCE = Duration.ofSeconds(20);
    private static final Duration OWN_SESSIONS = Duration.ofSeconds(20);
    private static final Duration OTHER_SESSIONS = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration STEP = Duration.ofMillis(5);
    private static final Map<String, String> SETTINGS = Map.of(
            "listen_addresses", "127.0.0.1",
            "unix_socket_directories", "",
            "timezone", "UTC",
            "fsync", "on",
            "synchronous_commit", "on",
            "full_page_writes", "on",
            "max_connections", "100");
    private static final String SESSIONS = """
            SELECT count(*) FILTER (WHERE application_name <> ?), count(*) FILTER (WHERE application_name = ?)
            FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()""";

    private final DataDirectory directory;
    private final DatabaseUrl url;

    private final Optional<EmbeddedPostgres> launched;
    private final PostmasterCommand command;
    private final Duration patience;
    private final PostmasterWatch watch = new PostmasterWatch(this);
    private volatile boolean closed;

    private EmbeddedServer(
            DataDirectory directory,
            DatabaseUrl url,
            Optional<EmbeddedPostgres> launched,
            PostmasterCommand command,
            Duration patience) {
        this.directory = directory;
        this.url = url;
        this.launched = launched;
        this.command = command;
        this.patience = patience;
    }

    /// A server that was found or started.
    private record Started(DatabaseUrl url, Optional<EmbeddedPostgres> launched) {}

    /// Sessions on the server besides the one that counts them.
    private record Sessions(long others, long own) {
        /// Whether the remaining ones may be about to end: a session is listed for a moment after it was
        /// closed.
        boolean mayEnd(Duration waited) {
            return others > 0 ? waited.compareTo(OTHER_SESSIONS) < 0 : own > 0 && waited.compareTo(OWN_SESSIONS) < 0;
        }
    }

    /// Finds or starts the server of a folder, and watches it until it is closed.
    /// @param binaries the folder of the server's unpacked programs; several servers may share it
    /// @param patience the start timeout
    @SuppressWarnings("try") // the lock is held, not used
    static EmbeddedServer start(Path root, Path binaries, Duration patience) {
        DataDirectory directory = DataDirectory.at(root);
        try (FileChannel lock = directory.lock();
                StartProgress progress = StartProgress.begin(patience)) {
            Optional<DatabaseUrl> running = findHealthy(directory, patience);
            Started started = running.isPresent()
                    ? new Started(running.get(), Optional.empty())
                    : launch(directory, binaries, patience);
            return new EmbeddedServer(
                            directory,
                            started.url(),
                            started.launched(),
                            PostmasterCommand.of(directory.cluster()),
                            patience)
                    .closeAtExit();
        } catch (IOException | IllegalStateException e) {
            throw new DatabaseException(
                    "database: the embedded PostgreSQL in " + root + " cannot be started (" + Connections.firstLine(e)
                            + ")",
                    e);
        }
    }

    Path root() {
        return directory.root();
    }

    boolean isRunning() throws IOException {
        return Postmaster.find(directory.cluster()).isPresent();
    }

    /// Restarts a server that has ended, and waits until it responds; unless this was closed, or another
    /// process has started it.
    /// @throws IOException if it ends again, with its last output
    /// @throws DatabaseException if another process started it on another port
    @SuppressWarnings("try") // the lock is held, not used
    void restart() throws IOException {
        try (FileChannel lock = directory.lock()) {
            Optional<Postmaster> running = Postmaster.find(directory.cluster());
            if (running.isPresent()) {
                requirePort(running.get().port());
            } else if (!closed) {
                Process process = command.start(directory.serverLog().toFile());
                awaitReady(url, process.toHandle(), patience);
            }
        }
    }

    private void requirePort(int port) {
        if (port != url.port()) {
            throw new DatabaseException("another process started it on port " + port + " where " + url.port()
                    + " was expected; restart this one");
        }
    }

    private void awaitReady(DatabaseUrl server, ProcessHandle process, Duration limit) throws IOException {
        try {
            awaitAnswer(server, process, limit);
        } catch (IOException e) {
            throw new IOException(directory.lastComplaint().orElseGet(e::getMessage), e);
        }
    }

    private static void awaitAnswer(DatabaseUrl server, ProcessHandle process, Duration limit) throws IOException {
        long began = System.nanoTime();
        while (!answers(server, limit)) {
            if (!process.isAlive()) {
                throw new IOException("it exited during startup");
            }
            requirePatience(began, limit);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    DatabaseUrl url() {
        return url;
    }

    String description() {
        return "embedded PostgreSQL in " + directory.root();
    }

    /// Stops the server unless another process is connected; waits a while for this process's own sessions
    /// to end.
    @Override
    @SuppressWarnings("try") // the lock is held, not used
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.close();
        try (FileChannel lock = directory.lock()) {
            Optional<Postmaster> running = Postmaster.find(directory.cluster());
            if (running.isPresent() && !isUsed()) {
                stop(running.get());
            }
        } catch (IOException e) {
            throw new DatabaseException(
                    "database: the embedded PostgreSQL in " + directory.root() + " could not be stopped ("
                            + DataDirectory.why(e) + ")",
                    e);
        }
    }

    // A signal ends the JVM before the command that opened the database can close it.
    private EmbeddedServer closeAtExit() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "embedded-postgres-stop"));
        watch.start();
        return this;
    }

    private boolean isUsed() {
        try (Connection connection = Connections.open(url)) {
            long began = System.nanoTime();
            Sessions sessions = sessions(connection);
            while (sessions.mayEnd(Duration.ofNanos(System.nanoTime() - began))) {
                LockSupport.parkNanos(PAUSE.toNanos());
                sessions = sessions(connection);
            }
            return sessions.others() > 0;
        } catch (SQLException | DatabaseException e) {
            return false;
        }
    }

    private static Sessions sessions(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SESSIONS)) {
            statement.setString(1, Connections.SESSION_NAME);
            statement.setString(2, Connections.SESSION_NAME);
            try (ResultSet counts = statement.executeQuery()) {
                counts.next();
                return new Sessions(counts.getLong(1), counts.getLong(2));
            }
        }
    }

    private void stop(Postmaster running) throws IOException {
        if (launched.isPresent()) {
            launched.get().close();
        } else {
            running.stop();
        }
    }

    private static Optional<DatabaseUrl> findHealthy(DataDirectory directory, Duration patience) throws IOException {
        Optional<Postmaster> running = Postmaster.find(directory.cluster());
        if (running.isEmpty()) {
            return Optional.empty();
        }
        DatabaseUrl url = url(running.get().port(), directory.password());
        if (directory.isReady() && answers(url, patience)) {
            return Optional.of(url);
        }
        running.get().stop();
        return Optional.empty();
    }

    private static boolean answers(DatabaseUrl url, Duration patience) {
        try (Connection connection = Connections.open(url, patience)) {
            return connection.isValid(5);
        } catch (SQLException | DatabaseException e) {
            return false;
        }
    }

    private static Started launch(DataDirectory directory, Path binaries, Duration patience) throws IOException {
        directory.setAsideUnfinished();
        boolean fresh = !Files.exists(directory.cluster());
        Files.createDirectories(binaries);
        ServerPrograms programs = new ServerPrograms(binaries);
        Optional<Path> server = fresh ? Optional.empty() : programs.server();
        if (server.isPresent() && startAgain(directory, server.get(), patience)) {
            return new Started(url(running(directory).port(), directory.password()), Optional.empty());
        }
        programs.deleteUnfinished();
        String password = directory.password();
        Optional<EmbeddedPostgres> postgres =
                launchPostgres(directory, builder(directory, binaries, password), patience);
        DatabaseUrl url = url(running(directory).port(), password);
        if (fresh) {
            secure(directory, url);
            directory.markReady();
        }
        programs.remember(PostmasterCommand.of(directory.cluster()).program());
        return new Started(url, postgres);
    }

    private static Postmaster running(DataDirectory directory) throws IOException {
        return Postmaster.find(directory.cluster()).orElseThrow(() -> new IOException("it exited right after startup"));
    }

    /// Starts the server on data that was set up before. The library would hash the archive of its programs
    /// first, and wait in steps of 100 ms.
    /// @return whether it accepts connections; otherwise it has ended, for example since its port was taken
    private static boolean startAgain(DataDirectory directory, Path server, Duration patience) throws IOException {
        Process process = PostmasterCommand.on(server, directory.cluster(), SETTINGS)
                .start(directory.serverLog().toFile());
        long began = System.nanoTime();
        while (!isAccepting(directory, process)) {
            if (!process.isAlive()) {
                return false;
            }
            requirePatience(began, patience);
            LockSupport.parkNanos(STEP.toNanos());
        }
        return true;
    }

    private static boolean isAccepting(DataDirectory directory, Process process) throws IOException {
        return Postmaster.find(directory.cluster())
                .filter(server -> server.process().pid() == process.pid())
                .filter(Postmaster::isReady)
                .isPresent();
    }

    private static void requirePatience(long began, Duration limit) throws IOException {
        if (System.nanoTime() - began > limit.toNanos()
                || Thread.currentThread().isInterrupted()) {
            throw new IOException("it did not accept connections within " + limit.toSeconds() + " s");
        }
    }

    private static Optional<EmbeddedPostgres> launchPostgres(
            DataDirectory directory, EmbeddedPostgres.Builder builder, Duration patience) throws IOException {
        Duration library = patience.compareTo(LIBRARY_PATIENCE) < 0 ? patience : LIBRARY_PATIENCE;
        try {
            return Optional.of(builder.setPGStartupWait(library).start());
        } catch (IOException e) {
            Postmaster slow = Postmaster.find(directory.cluster()).orElseThrow(() -> e);
            awaitAnswer(url(slow.port(), directory.password()), slow.process(), patience.minus(library));
            return Optional.empty();
        }
    }

    private static EmbeddedPostgres.Builder builder(DataDirectory directory, Path binaries, String password) {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory.cluster())
                .setCleanDataDirectory(false)
                .setOverrideWorkingDirectory(binaries.toFile())
                .setRegisterShutdownHook(false)
                .setConnectConfig("password", password);
        SETTINGS.forEach(builder::setServerConfig);
        return builder;
    }

    // The library's set-up trusts every local connection; from here on the password is required. It is 192 random
    // bits: many iterations would protect a guessable one, and every new connection would wait for them.
    private static void secure(DataDirectory directory, DatabaseUrl url) throws IOException {
        try (Connection connection = Connections.open(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SET scram_iterations = 1");
            statement.execute("ALTER ROLE " + USER + " PASSWORD '" + url.password() + "'");
            Files.writeString(directory.cluster().resolve("pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
            statement.execute("SELECT pg_reload_conf()");
        } catch (SQLException e) {
            throw Connections.explain(url, e);
        }
    }

    private static DatabaseUrl url(int port, String password) {
        return new DatabaseUrl("127.0.0.1:" + port, USER, USER, password, Optional.empty(), Optional.empty());
    }

    /// Reports on standard error, from time to time, that the embedded server is still starting: the service's
    /// log is not open yet. A quick start prints nothing.
    static final class StartProgress implements AutoCloseable {
        private static final Duration INTERVAL = Duration.ofSeconds(10);

        private final CountDownLatch over = new CountDownLatch(1);
        private final long beganNanos = System.nanoTime();
        private final Duration patience;

        private StartProgress(Duration patience) {
            this.patience = patience;
        }

        static StartProgress begin(Duration patience) {
            var progress = new StartProgress(patience);
            Thread.ofVirtual().name("embedded-postgres-start").start(progress::report);
            return progress;
        }

        private void report() {
            try {
                while (!over.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                    System.err.printf(
                            "The embedded PostgreSQL has been starting for %d s; %s sets its timeout (%d s).%n",
                            Duration.ofNanos(System.nanoTime() - beganNanos).toSeconds(),
                            StartTimeout.VARIABLE,
                            patience.toSeconds());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            over.countDown();
        }
    }
}
