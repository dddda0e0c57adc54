package dev.throughline.store;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/// This process among those that share the database.
@Singleton
public class ServiceInstance {
    private final String id = UUID.randomUUID().toString();
    private final ProcessHandle process = ProcessHandle.current();

    public String id() {
        return id;
    }

    public long pid() {
        return process.pid();
    }

    /// Where the pid means this process: the host name of this machine or pod, the start of its kernel and the
    /// namespace of its pids. Containers may share a name, and each has a process 1.
    public String host() {
        try {
            return InetAddress.getLocalHost().getHostName() + kernel();
        } catch (UnknownHostException e) {
            return "unknown" + kernel();
        }
    }

    // Source: namespaces(7), random(4). Elsewhere than on Linux, a machine has one set of pids.
    private static String kernel() {
        try {
            return " "
                    + Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            .strip() + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException e) {
            return "";
        }
    }

    /// The start time of this process; distinguishes it from another one with the same pid.
    public Instant started() {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
