package dev.throughline.access;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/// Tells who asks. Keys are looked up in memory; the table is read every `throughline.access.refresh`, and once more
/// for a key that is not known yet.
@Singleton
public class AccessControl {
    private static final Logger LOG = Logger.getLogger(AccessControl.class);
    private static final Duration START = Duration.ofSeconds(10);
    private static final Caller ANYONE = new Caller.Anyone();
    private static final Caller NO_KEY = new Caller.Stranger(Denial.Unknown.NO_KEY);
    private static final Caller NO_SUCH_KEY = new Caller.Stranger(Denial.Unknown.NO_SUCH_KEY);

    private final ListenAddress listenAddress;
    private final KeyRing ring;
    private final AccessConfig config;
    private final Vertx vertx;
    private final HostAllowList hosts;
    private final CrossOriginProtection crossOrigin;
    private long timer = -1;
    private volatile boolean isBehind;

    AccessControl(
            KeyRing ring, AccessConfig config, Vertx vertx, @ConfigProperty(name = "quarkus.http.host") String host) {
        this.ring = ring;
        this.config = config;
        this.vertx = vertx;
        this.listenAddress = ListenAddress.of(host, config.setting());
        this.hosts =
                new HostAllowList(ListenAddress.isLoopback(host), config.hosts().orElse(List.of()));
        this.crossOrigin = new CrossOriginProtection(Set.copyOf(config.origins().orElse(List.of())));
    }

    /// The keys must be there before the first request is.
    void start(@Observes StartupEvent started) {
        if (listenAddress.needsKeys()) {
            ring.read().await().atMost(START);
            listenAddress.requireKeys(ring::size);
            timer = vertx.setPeriodic(
                    config.refresh().toMillis(), _ -> ring.read().subscribe().with(_ -> read(), this::unread));
        }
    }

    /// A reading under way fails with the database's connections; that needs no word.
    void stop(@Observes ShutdownEvent stopped) {
        vertx.cancelTimer(timer);
        isBehind = true;
    }

    private void read() {
        isBehind = false;
    }

    private void unread(Throwable cause) {
        if (!isBehind) {
            LOG.warnf("keys could not be reloaded, those loaded last stay valid cause=%s", cause);
        }
        isBehind = true;
    }

    /// What someone is of whom nothing is known.
    public Caller unidentified() {
        return listenAddress.needsKeys() ? NO_KEY : ANYONE;
    }

    /// Why a request is refused whoever asks: it is for another host, or a page of another origin sent it.
    /// @param isPage whether people follow links to this path
    public Optional<Denial> refusal(HttpServerRequest request, boolean isPage) {
        return hosts.denial(request).or(() -> crossOrigin.denial(request, isPage));
    }

    /// Goes on with who asks, on the event loop of the request: at once for a known key and for none.
    public void identify(HttpServerRequest request, Consumer<Caller> next) {
        MultiMap headers = request.headers();
        if (!listenAddress.needsKeys()) {
            next.accept(ANYONE);
            return;
        }
        Optional<KeyText> shown = Credentials.key(headers);
        if (shown.isEmpty()) {
            next.accept(Credentials.isShown(headers) ? NO_SUCH_KEY : NO_KEY);
            return;
        }
        KeyText key = shown.get();
        ring.find(key).ifPresentOrElse(next::accept, () -> lookAgain(key, next));
    }

    private void lookAgain(KeyText key, Consumer<Caller> next) {
        Context loop = vertx.getOrCreateContext();
        Runnable found = () -> loop.runOnContext(
                _ -> next.accept(ring.find(key).<Caller>map(holder -> holder).orElse(NO_SUCH_KEY)));
        ring.read().subscribe().with(_ -> found.run(), _ -> found.run());
    }

    /// Whether a run may be used by its id alone: the id is a secret that only its opener was told, so whoever has it
    /// may,
    /// and the opener's key pays for those who show none. A published run's id is no secret, so that its own key is
    /// needed; and nothing that a revoked key opened can be used this way.
    ///
    /// @param owner the key that opened the run
    public RunAccess passage(Caller caller, Optional<KeyId> owner, boolean isPublished) {
        if (owner.isEmpty() && !isPublished || caller.owns(owner)) {
            return new RunAccess.Free(caller);
        }
        if (isPublished) {
            return new RunAccess.Barred(
                    caller instanceof Caller.Stranger(Denial denial) ? denial : Denial.Forbidden.NOT_OWNER);
        }
        return ring.find(owner.orElseThrow())
                .<RunAccess>map(opener -> new RunAccess.Free(caller instanceof Caller.Holder ? caller : opener))
                .orElseGet(() -> new RunAccess.Barred(Denial.Unknown.OWNER_REVOKED));
    }
}
