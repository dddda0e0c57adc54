package dev.throughline.store;

import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
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

    /// The host name of this machine or pod.
    public String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    /// The start time of this process; distinguishes it from another one with the same pid.
    public Instant started() {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
