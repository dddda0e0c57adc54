package dev.throughline.faults;

import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// PgBouncer in transaction mode in front of a server: a session of its client is another one of the server after each
/// transaction. Prepared statements are not kept, as in all versions before 1.21.
final class PoolerProcess implements AutoCloseable {
    /// Server sessions for all clients together.
    static final int SESSIONS = 12;

    private final Process process;
    private final Path log;

    private PoolerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /// Starts it and waits until it takes connections.
    /// @param folder of this process
    /// @param server port of the server
    /// @param port its own
    /// @throws FaultNotPossibleException where there is no PgBouncer
    static PoolerProcess start(Path folder, int server, int port) throws Exception {
        Path program = program();
        Path users = Files.writeString(folder.resolve("users.txt"), "\"postgres\" \"none\"\n");
        Path settings =
                Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                * = host=127.0.0.1 port=%d user=postgres password=none
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = trust
                auth_file = %s
                pool_mode = transaction
                max_client_conn = 400
                default_pool_size = %d
                ignore_startup_parameters = extra_float_digits
                """.formatted(server, port, users, SESSIONS));
        Path log = folder.resolve("pgbouncer.log");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (System.getProperty("user.name").equals("root")) {
            // It refuses to run as root, and reads its files as the other user.
            for (Path above = folder;
                    above.startsWith(System.getProperty("java.io.tmpdir"));
                    above = above.getParent()) {
                if (Files.getOwner(above).getName().equals("root") && above.getNameCount() > 1) {
                    Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(settings.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new PoolerProcess(process, log).await(port);
    }

    private static Path program() throws FaultNotPossibleException {
        for (String folder : (System.getenv("PATH") + ":/usr/sbin").split(":")) {
            Path program = Path.of(folder, "pgbouncer");
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        throw new FaultNotPossibleException("no pgbouncer (Debian: pgbouncer)");
    }

    private PoolerProcess await(int port) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (process.isAlive() && System.nanoTime() < deadline) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return this;
            } catch (IOException _) {
                StreamLoad.pause(50);
            }
        }
        close();
        throw new IllegalStateException("expected PgBouncer to take connections; its log is\n" + Files.readString(log));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
