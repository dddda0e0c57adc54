package dev.throughline.faults;

import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program of the operating system that takes connections on a port.
final class HostProgram implements AutoCloseable {
    private final Process process;

    private HostProgram(Process process) {
        this.process = process;
    }

    /// Starts it and waits until it takes connections.
    /// @throws FaultNotPossibleException where the machine does not have it
    static HostProgram start(String name, Path log, int port, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(find(name).toString()));
        command.addAll(List.of(arguments));
        var program = new HostProgram(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (program.process.isAlive() && System.nanoTime() < deadline) {
            try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return program;
            } catch (IOException _) {
                StreamLoad.pause(50);
            }
        }
        program.close();
        throw new IllegalStateException(
                "expected " + name + " to take connections; its log is\n" + Files.readString(log));
    }

    private static Path find(String name) throws FaultNotPossibleException {
        for (String folder : (System.getenv("PATH") + ":/usr/sbin").split(":")) {
            Path program = Path.of(folder, name);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        throw new FaultNotPossibleException("no " + name + " (Debian: " + name + ")");
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
