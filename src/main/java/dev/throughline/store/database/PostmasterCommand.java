package dev.throughline.store.database;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The command line with which a server was started, including the port, for restarting it in the same way.
/// Source: PostgreSQL, `CreateOptsFile` of `postmaster.c`: the program and then each argument in quotes, on
/// one line.
///
/// @param words the program and its arguments
record PostmasterCommand(List<String> words) {
    private static final Path SELF = Path.of("/proc/self");
    private static final Pattern ARGUMENT = Pattern.compile(" \"([^\"]*)\"");

    PostmasterCommand {
        words = List.copyOf(words);
    }

    /// Reads the options file that a server wrote at its start; read it while the server runs, since a full
    /// disk empties the file.
    static PostmasterCommand of(Path cluster) throws IOException {
        return parse(Files.readString(cluster.resolve("postmaster.opts")).strip());
    }

    static PostmasterCommand parse(String line) throws IOException {
        List<String> words = new ArrayList<>();
        Matcher argument = ARGUMENT.matcher(line);
        int first = argument.find() ? argument.start() : line.length();
        words.add(line.substring(0, first));
        for (boolean found = first < line.length(); found; found = argument.find()) {
            words.add(argument.group(1));
        }
        if (words.getFirst().isBlank()) {
            throw new IOException("expected the server's command line in postmaster.opts, found '" + line + "'");
        }
        return new PostmasterCommand(words);
    }

    /// The command line of a server on a free port of this machine.
    /// @param server the program
    /// @param settings the server's settings by their names
    static PostmasterCommand on(Path server, Path cluster, Map<String, String> settings) throws IOException {
        List<String> words = new ArrayList<>(List.of(server.toString(), "-D", cluster.toString(), "-p", freePort()));
        settings.forEach((name, value) -> words.addAll(List.of("-c", name + "=" + value)));
        return new PostmasterCommand(words);
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    Path program() {
        return Path.of(words.getFirst());
    }

    /// Starts the server without waiting for it.
    /// @param log receives its output; truncated first
    Process start(File log) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            // PostgreSQL refuses to run as root: as at its first start it gets its own user namespace.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(words);
        return new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
    }

    private static boolean isRoot() throws IOException {
        return Files.exists(SELF) && Files.getAttribute(SELF, "unix:uid").equals(0);
    }
}
