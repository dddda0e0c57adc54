package dev.throughline.store.database;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The command line that a server was started with, port included: with it the server is started again as it was.
/// Source: PostgreSQL, `CreateOptsFile` of `postmaster.c`: the program and then each argument in quotes, on one line.
///
/// @param words the program and its arguments
record PostmasterCommand(List<String> words) {
    private static final Pattern ARGUMENT = Pattern.compile(" \"([^\"]*)\"");

    PostmasterCommand {
        words = List.copyOf(words);
    }

    /// Reads what a server wrote down when it started; to be read while it runs, since a full disk empties the file.
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

    /// Starts the server; does not wait for it.
    /// @param log takes what it writes; begun anew
    Process start(File log) throws IOException {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            // PostgreSQL refuses to run as root: as at its first start it gets a user namespace of its own.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(words);
        return new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
    }
}
