package dev.throughline.run.exchange;

import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/// Does work whose duration grows with a number of bytes where it holds no event loop. Implemented above this package,
/// by whoever owns the threads.
public interface SizedWorkExecutor {
    /// Does the work: at once, on the caller's thread, where it is small. The result of large work may be received on
    /// any thread.
    /// @param bytes about how much the work reads
    <T> Uni<T> work(long bytes, Supplier<T> work);
}
