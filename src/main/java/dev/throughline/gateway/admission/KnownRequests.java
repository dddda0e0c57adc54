package dev.throughline.gateway.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.access.KeyId;
import dev.throughline.conversation.Dialect;
import dev.throughline.text.Sha256;
import dev.throughline.wire.ParsedBody;
import dev.throughline.wire.WireException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

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

    /// Decodes a body and continues with the request, or responds with its error. A client that has
    /// disconnected is not admitted to a run.
    /// @param continues whether the request may continue another one without its whole history
    public void read(
            DialectRequest dialectRequest,
            byte[] body,
            boolean continues,
            KnownRequest.Decoder decoder,
            Consumer<DecodedRequest> next) {
        Map<String, String> sessions =
                DecodedRequest.SessionHeaders.of(dialectRequest.request().headers());
        workers.run(
                dialectRequest,
                () -> DecodedRequest.of(decode(dialectRequest, body, decoder), continues, sessions),
                next,
                cause -> {
                    switch (cause) {
                        case WireException refused -> dialectRequest.refuse(refused.failure());
                        case CancellationException _ -> {}
                        default -> dialectRequest.broken(cause);
                    }
                });
    }

    /// Decodes a request's body, as far as it is not known.
    private KnownRequest decode(DialectRequest dialectRequest, byte[] body, KnownRequest.Decoder decoder)
            throws WireException {
        if (dialectRequest.isGone()) {
            throw new CancellationException("the client has disconnected");
        }
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
