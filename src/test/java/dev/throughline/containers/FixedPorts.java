package dev.throughline.containers;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Ports that containers keep over a restart: an engine gives new ones otherwise.
final class FixedPorts {
    // Below those that outgoing connections take.
    private static final int FIRST = 20_000;
    private static final int LAST = 30_000;

    private FixedPorts() {}

    static int free() {
        for (int tries = 0; tries < 100; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (var _ = new ServerSocket(port)) {
                return port;
            } catch (IOException _) {
                // taken: the next one may not be
            }
        }
        throw new IllegalStateException("expected a free port from " + FIRST + " to " + LAST);
    }
}
