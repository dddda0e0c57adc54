package dev.throughline.backend;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;

/// Checks whether the backends accept connections, without sending anything. Performed on demand, and at
/// most every ten seconds.
@ApplicationScoped
public class Reachability {
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final Backends backends;
    private final NetClient sockets;
    private final Uni<Map<String, Boolean>> latest;
    private volatile long askedNanos = System.nanoTime();

    Reachability(Backends backends, Vertx vertx) {
        this.sockets = vertx.createNetClient(new NetClientOptions().setConnectTimeout((int) PATIENCE.toMillis()));
        this.backends = backends;
        this.latest = Uni.createFrom().deferred(this::ask).memoize().until(this::isOld);
    }

    /// By backend name, at most ten seconds old; takes at most half a second.
    public Uni<Map<String, Boolean>> now() {
        return latest;
    }

    private Uni<Map<String, Boolean>> ask() {
        askedNanos = System.nanoTime();
        return Multi.createFrom()
                .iterable(backends.names())
                .map(name -> backends.find(name).orElseThrow())
                .onItem()
                .transformToUniAndMerge(backend -> takes(backend).map(found -> Map.entry(backend.name(), found)))
                .collect()
                .asMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    private boolean isOld() {
        return System.nanoTime() - askedNanos > KEPT.toNanos();
    }

    private Uni<Boolean> takes(HttpBackend backend) {
        return Uni.createFrom()
                .<Boolean>emitter(result -> sockets.connect(backend.port(), backend.host())
                        .onSuccess(socket -> {
                            socket.close();
                            result.complete(true);
                        })
                        .onFailure(result::fail))
                .ifNoItem()
                .after(PATIENCE)
                .recoverWithItem(false)
                .onFailure()
                .recoverWithItem(false);
    }
}
