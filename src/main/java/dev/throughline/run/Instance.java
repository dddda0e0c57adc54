package dev.throughline.run;

import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.UUID;

/// This process among those that share the database.
@Singleton
class Instance {
    private final String id = UUID.randomUUID().toString();
    private final ProcessHandle process = ProcessHandle.current();

    String id() {
        return id;
    }

    long pid() {
        return process.pid();
    }

    /// The name of this machine or pod.
    String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    /// When this process was started; tells it apart from another with the same pid.
    Instant started() {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
