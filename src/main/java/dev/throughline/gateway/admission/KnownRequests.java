package dev.throughline.gateway.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.access.KeyId;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.memory.GatewayMemory;
import dev.throughline.text.Sha256;
import dev.throughline.wire.WireException;
import dev.throughline.wire.body.ParsedBody;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// Caches the latest large request of each conversation, so that the next one costs what is new in it. The key is the
/// beginning of the history, which identifies a client's conversation; only identical bytes are reused. Bounded by
/// estimated size. A miss costs time, nothing else. Thread-safe.
@Singleton
public class KnownRequests {
    private static final Duration IDLE = Duration.ofMinutes(15);

    private final RequestWorkers workers;
    private final Cache<Key, Held> requests;
    private final long most;

    KnownRequests(RequestWorkers workers, GatewayMemory memory) {
        this.workers = workers;
        this.most = memory.knownRequests();
        this.requests = Caffeine.newBuilder()
                .maximumWeight(most)
                .weigher((Key _, Held held) -> (int) Math.min(Integer.MAX_VALUE, held.bytes()))
                .expireAfterAccess(IDLE)
                .executor(Runnable::run)
                .build();
    }

    /// @param opening hash of the body up to the first elements of the history
    private record Key(String payer, Dialect dialect, String opening) {}

    /// @param bytes heap that it takes, by estimate
    private record Held(KnownRequest request, long bytes) {}

    /// Decodes a request's body, as far as it is not known.
    KnownRequest decode(DialectRequest dialectRequest, byte[] body, DecodedRequest.Decoder decoder)
            throws WireException {
        if (!workers.isLarge(body.length) || dialectRequest.bodyHeap() > most / 2) {
            return KnownRequest.of(body, dialectRequest.codec(), decoder, Optional.empty());
        }
        int opening = ParsedBody.opening(body, dialectRequest.codec().historyField());
        var key = new Key(
                dialectRequest.caller().id().map(KeyId::value).orElse(""),
                dialectRequest.codec().dialect(),
                Sha256.hex(Arrays.copyOf(body, opening)));
        Optional<KnownRequest> earlier =
                Optional.ofNullable(requests.getIfPresent(key)).map(Held::request);
        KnownRequest request = KnownRequest.of(body, dialectRequest.codec(), decoder, earlier);
        requests.put(key, new Held(request, dialectRequest.bodyHeap()));
        return request;
    }
}
