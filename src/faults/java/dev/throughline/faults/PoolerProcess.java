package dev.throughline.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// PgBouncer in transaction mode in front of a server: a session of its client is another one of the server after each
/// transaction. Prepared statements are not kept, as in all versions before 1.21.
final class PoolerProcess implements AutoCloseable {
    /// Server sessions for all clients together.
    static final int SESSIONS = 12;

    private final HostProgram program;

    private PoolerProcess(HostProgram program) {
        this.program = program;
    }

    /// Starts it and waits until it takes connections.
    /// @param folder of this process
    /// @param server port of the server
    /// @param port its own
    /// @throws FaultNotPossibleException where there is no PgBouncer
    static PoolerProcess start(Path folder, int server, int port) throws Exception {
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
        List<String> arguments = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // It refuses to run as root, and reads its files as the other user.
            for (Path above = folder;
                    above.startsWith(System.getProperty("java.io.tmpdir"));
                    above = above.getParent()) {
                if (Files.getOwner(above).getName().equals("root") && above.getNameCount() > 1) {
                    Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
            arguments.addAll(List.of("-u", "nobody"));
        }
        arguments.add(settings.toString());
        return new PoolerProcess(HostProgram.start(
                "pgbouncer", folder.resolve("pgbouncer.log"), port, arguments.toArray(String[]::new)));
    }

    @Override
    public void close() {
        program.close();
    }
}
