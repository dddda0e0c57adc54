package dev.throughline.gateway;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Time that a scripted backend lets pass.
public final class Pause {
    private Pause() {}

    public static void millis(long millis) {
        long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
