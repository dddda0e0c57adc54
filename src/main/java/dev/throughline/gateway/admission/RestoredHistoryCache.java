package dev.throughline.gateway.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.RunId;
import dev.throughline.trace.SettledHistory;
import dev.throughline.trace.repair.RestoredHistory;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/// Caches the latest history of each conversation whose reasoning is restored for a backend, so that restoring the
/// next request of the conversation costs what is new in it. Bounded by estimated size. A miss costs time, nothing
/// else. Thread-safe.
@Singleton
public class RestoredHistoryCache {
    private static final Duration IDLE = Duration.ofMinutes(15);
    private static final int PART_OF_KNOWN_REQUESTS = 4;

    private final Cache<Key, RestoredHistory> histories;

    RestoredHistoryCache(GatewayMemory memory) {
        this.histories = Caffeine.newBuilder()
                .maximumWeight(memory.knownRequests() / PART_OF_KNOWN_REQUESTS)
                .weigher((Key _, RestoredHistory history) -> (int) Math.min(Integer.MAX_VALUE, history.heapBytes()))
                .expireAfterAccess(IDLE)
                .executor(Runnable::run)
                .build();
    }

    /// Whether a history may be restored for a backend: what clients dropped, or what is written in another dialect.
    /// @param client dialect of the request
    /// @param mode of the backend
    static boolean mayRestore(Dialect client, HttpBackend backend, HistoryMode mode) {
        return mode == HistoryMode.KEEP_LAST ? client != backend.settings().dialect() : areKept(client, backend, mode);
    }

    /// Whether what is restored of a history for a backend stays so in the requests that continue it.
    /// @param client dialect of the request
    /// @param mode of the backend
    public static boolean areKept(Dialect client, HttpBackend backend, HistoryMode mode) {
        return switch (mode) {
            case REPAIR -> true;
            case AUTO, AS_SENT -> client != backend.settings().dialect();
            case KEEP_LAST, NONE -> false;
        };
    }

    /// @param history see `SettledHistory.hash`
    private record Key(RunId run, UUID history) {}

    /// Takes out a history that a request may continue.
    /// @param hash of the history before the answer
    Optional<RestoredHistory> take(RunId run, UUID hash) {
        return Optional.ofNullable(histories.asMap().remove(new Key(run, hash)));
    }

    /// Keeps a history for the request that continues it.
    public void put(RunId run, SettledHistory settled, RestoredHistory history) {
        histories.put(new Key(run, settled.hash()), history);
    }
}
