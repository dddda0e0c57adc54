package dev.throughline.run.exchange;

import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/// Runs work whose duration grows with a number of bytes without blocking an event loop. Implemented
/// outside this package by the owner of the threads.
public interface SizedWorkExecutor {
    /// Runs small work at once on the caller's thread. The result of large work may be received on any thread.
    /// @param bytes approximate size of what the work reads
    <T> Uni<T> work(long bytes, Supplier<T> work);
}
