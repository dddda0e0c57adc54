package dev.throughline.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Programs of the operating system.
final class HostCommand {
    private HostCommand() {}

    /// Runs a program to its end and returns its error output.
    /// @return empty when it succeeded
    static Optional<String> run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.onExit().join().exitValue() == 0 ? Optional.empty() : Optional.of(said.strip());
    }
}
