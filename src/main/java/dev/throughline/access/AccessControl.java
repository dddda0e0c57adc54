package dev.throughline.access;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
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

/// Authenticates callers. Keys are looked up in memory; the table is read every
/// `throughline.access.refresh`, and once more for an unknown key.
@Singleton
public class AccessControl {
    private static final Logger LOG = Logger.getLogger(AccessControl.class);
    private static final Duration START = Duration.ofSeconds(10);
    private static final Caller ANYONE = new Caller.Anyone();
    private static final Caller NO_KEY = new Caller.Stranger(Denial.Unknown.NO_KEY);
    private static final Caller NO_SUCH_KEY = new Caller.Stranger(Denial.Unknown.NO_SUCH_KEY);
    private static final Caller UNREAD = new Caller.Stranger(Denial.Unread.KEYS);
    private static final Duration LONGEST_READ = Duration.ofSeconds(3);

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

    /// The keys must be loaded before the first request.
    void start(@Observes StartupEvent started) {
        if (listenAddress.needsKeys()) {
            ring.read().await().atMost(START);
            timer = vertx.setPeriodic(
                    config.refresh().toMillis(), _ -> ring.read().subscribe().with(_ -> read(), this::unread));
        }
    }

    /// Whether nobody could be answered, since keys are needed and there is none.
    boolean hasNoKey() {
        return listenAddress.needsKeys() && ring.size() == 0;
    }

    /// A read in progress fails when the database's connections are closed at shutdown, which need not be
    /// logged.
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

    /// The caller of a request without a known key.
    public Caller unidentified() {
        return listenAddress.needsKeys() ? NO_KEY : ANYONE;
    }

    /// Why a request is refused whoever sent it: it is for another host, or was sent by a page of another
    /// origin.
    /// @param isPage whether this path can be opened as a link
    public Optional<Denial> refusal(HttpServerRequest request, boolean isPage) {
        return hosts.denial(request).or(() -> crossOrigin.denial(request, isPage));
    }

    /// Continues with the caller, on the event loop of the request: at once for a known key and for none.
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
        identify(shown.get(), next);
    }

    /// The same for a page or the API, where the session cookie of a browser identifies a caller as well.
    public void identifyBrowser(HttpServerRequest request, Consumer<Caller> next) {
        Optional<KeyText> kept = Credentials.isShown(request.headers()) ? Optional.empty() : session(request);
        kept.filter(_ -> listenAddress.needsKeys())
                .ifPresentOrElse(key -> identify(key, next), () -> identify(request, next));
    }

    /// The caller with a key that a form contains.
    public void identify(String shown, Consumer<Caller> next) {
        KeyText.parse(shown.strip()).ifPresentOrElse(key -> identify(key, next), () -> next.accept(NO_SUCH_KEY));
    }

    /// Begins a session of a browser, and stores it there.
    public Uni<Void> beginSession(HttpServerRequest request, KeyId key) {
        return ring.beginSession(key)
                .invoke(session -> BrowserCookie.SESSION.put(request, session.reveal()))
                .replaceWithVoid();
    }

    /// Ends the session of a browser: its cookie identifies nobody any more, also where it was copied to.
    public Uni<Void> endSession(HttpServerRequest request) {
        // Read first: a request's cookies are those of its response as well.
        Optional<KeyText> session = session(request);
        BrowserCookie.SESSION.remove(request.response());
        return session.map(ring::endSession).orElseGet(() -> Uni.createFrom().voidItem());
    }

    private static Optional<KeyText> session(HttpServerRequest request) {
        return BrowserCookie.SESSION.value(request).flatMap(KeyText::parseSession);
    }

    /// Whether callers need a key.
    public boolean needsKeys() {
        return listenAddress.needsKeys();
    }

    private void identify(KeyText key, Consumer<Caller> next) {
        ring.find(key).ifPresentOrElse(next::accept, () -> lookAgain(key, next));
    }

    private void lookAgain(KeyText key, Consumer<Caller> next) {
        Context loop = vertx.getOrCreateContext();
        Consumer<Caller> found = otherwise -> loop.runOnContext(
                _ -> next.accept(ring.find(key).<Caller>map(holder -> holder).orElse(otherwise)));
        ring.read()
                .ifNoItem()
                .after(LONGEST_READ)
                .fail()
                .subscribe()
                .with(_ -> found.accept(NO_SUCH_KEY), _ -> found.accept(UNREAD));
    }

    /// Whether a run may be used by its id alone: the id is a secret known only to its opener, so that it
    /// grants access, and requests without a key are charged to the opener's key. A published run's id is
    /// no secret, so that its own key is needed; and nothing that a revoked key opened can be used this
    /// way.
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

    /// Whether a caller may use the endpoints of a run by its id.
    public sealed interface RunAccess {
        /// Allowed.
        /// @param payer whose limits it consumes
        record Free(Caller payer) implements RunAccess {}

        /// Denied.
        record Barred(Denial denial) implements RunAccess {}
    }
}
