package dev.throughline.testing;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;

/// The result of a Vert.x future, for a test that waits for it.
public final class VertxResult {
    private static final int SECONDS = 20;

    private VertxResult() {}

    /// @throws java.util.concurrent.CompletionException with the failure as its cause; with a timeout after 20 s
    public static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
