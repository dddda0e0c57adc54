package dev.throughline.backend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.HttpVersionChoice;
import dev.throughline.backend.settings.ModelFamily;
import dev.throughline.backend.settings.TemplateKwargDefaults;
import dev.throughline.filter.Families;
import dev.throughline.filter.FamilyMarkers;
import dev.throughline.filter.FilterSettings;
import dev.throughline.vendor.BackendKind;
import dev.throughline.vendor.RuleBook;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.StrictJson;
import io.netty.channel.EventLoop;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.net.PemTrustOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One configured backend: its settings, its codec and its connections.
///
/// Connections are pooled per event loop, so that an answer is read on the event loop of its request.
public final class HttpBackend {
    private static final int KEEP_ALIVE_SECONDS = 60;

    private final String name;
    private final BackendSettings settings;
    private final BackendUrl url;
    private final BackendCodec codec;
    private final KindDiscovery kind;
    private final ModelReasoningStates modelReasoningStates;
    private final ObjectNode templateKwargs;
    private final Vertx vertx;
    private final int loops;
    private volatile boolean mayCount = true;
    private volatile @Nullable KnownVendor vendor;
    private final ConcurrentMap<EventLoop, LoopConnections> connections;
    private final Optional<BackendMarkup> markup;
    private final Families families;
    private final Optional<String> profile;

    public HttpBackend(String name, BackendSettings settings, BackendCodec codec, Vertx vertx, int loops) {
        this(name, settings, codec, Optional.empty(), Families.SHIPPED, vertx, loops);
    }

    /// @param markup of the template named in its settings
    /// @param families in which models are looked for by their names
    public HttpBackend(
            String name,
            BackendSettings settings,
            BackendCodec codec,
            Optional<BackendMarkup> markup,
            Families families,
            Vertx vertx,
            int loops) {
        this(
                name,
                settings,
                BackendUrl.of(name, settings.url()),
                codec,
                markup,
                families,
                vertx,
                loops,
                new ConcurrentHashMap<>(),
                Optional.empty());
    }

    private HttpBackend(
            String name,
            BackendSettings settings,
            BackendUrl url,
            BackendCodec codec,
            Optional<BackendMarkup> markup,
            Families families,
            Vertx vertx,
            int loops,
            ConcurrentMap<EventLoop, LoopConnections> connections,
            Optional<String> profile) {
        this.name = name;
        this.settings = settings;
        this.url = url;
        this.codec = codec;
        this.kind = new KindDiscovery(settings.kind(), url.host());
        this.families = families;
        this.modelReasoningStates = new ModelReasoningStates(
                name,
                settings.family(),
                settings.reasoningIn(),
                model -> settings.family().isGlm(model)
                        ? Optional.empty()
                        : named(model).map(found -> found.markers().family().opened()));
        this.templateKwargs = TemplateKwargDefaults.of(settings.chatTemplateKwargs());
        this.vertx = vertx;
        this.loops = loops;
        this.connections = connections;
        this.markup = markup;
        this.profile = profile;
    }

    /// The same backend at another base URL of its server: settings and connections are shared, what was
    /// learned is not.
    /// @param answersAs id of the rule book's profile as which it answers; empty if kind and host say it
    public HttpBackend at(String base, Optional<String> answersAs) {
        BackendUrl other = BackendUrl.of(name, base);
        return new HttpBackend(name, settings, other, codec, markup, families, vertx, loops, connections, answersAs);
    }

    public String name() {
        return name;
    }

    /// The host of its URL.
    public String host() {
        return url.host();
    }

    /// The port of its URL, or the one that its scheme implies.
    public int port() {
        return url.port();
    }

    public BackendSettings settings() {
        return settings;
    }

    /// The described family of a model: the one of the settings, else by its name, else by the markup of its calls.
    public Optional<RecognizedFamily> family(String model) {
        return named(model)
                .or(() -> modelReasoningStates
                        .family(model)
                        .flatMap(families::withId)
                        .map(markers -> new RecognizedFamily(markers, RecognizedFamily.Basis.MARKUP)));
    }

    /// A look at an answer of a model whose family nothing names; empty if something does.
    /// @param settings for the request
    public Optional<UnparsedMarkup> unparsed(String model, FilterSettings settings) {
        boolean isUnknown = settings().family().equals(ModelFamily.AUTO)
                && markup.isEmpty()
                && family(model).isEmpty();
        return isUnknown
                ? Optional.of(
                        new UnparsedMarkup(families, settings, family -> modelReasoningStates.called(model, family)))
                : Optional.empty();
    }

    private Optional<RecognizedFamily> named(String model) {
        boolean isByName = settings.family().equals(ModelFamily.AUTO);
        Optional<FamilyMarkers> found = settings.family().isGlm(model)
                ? families.withId(Families.GLM)
                : isByName
                        ? families.ofModel(model)
                        : families.withId(settings.family().id());
        return found.map(markers ->
                new RecognizedFamily(markers, isByName ? RecognizedFamily.Basis.NAME : RecognizedFamily.Basis.SETTING));
    }

    /// The markup of its model's template, if its settings name one.
    public Optional<BackendMarkup> markup() {
        return markup;
    }

    public BackendCodec codec() {
        return codec;
    }

    /// Defaults for `chat_template_kwargs`; must not be modified.
    public ObjectNode templateKwargs() {
        return templateKwargs;
    }

    /// Its kind, as far as known; if it has to be discovered, its list of models is requested in the
    /// background.
    /// @param headers of a request without a body that may be sent to it
    public BackendKind kind(Supplier<Map<String, String>> headers) {
        kind.use(System.nanoTime(), () -> ask(BackendPath.of("models"), headers.get(), new byte[0]));
        return kind.kind();
    }

    /// Whether a base URL leads to the same endpoints, with or without its version segment.
    public boolean isAt(String base) {
        try {
            BackendUrl other = BackendUrl.of(name, base);
            return url.host().equalsIgnoreCase(other.host())
                    && url.port() == other.port()
                    && url.target(BackendPath.of(codec.path())).equals(other.target(BackendPath.of(codec.path())));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// Its kind, as far as known, without a request.
    public BackendKind kindSoFar() {
        return kind.kind();
    }

    /// The rule book's facts about its vendor, as far as its kind is known.
    /// @param book the same with each call
    public RuleBook.Endpoint vendor(RuleBook book) {
        BackendKind known = kindSoFar();
        KnownVendor found = vendor;
        if (found == null || found.kind() != known) {
            found = new KnownVendor(
                    known,
                    profile.map(id -> book.as(id, settings.dialect()))
                            .orElseGet(() -> book.at(known.id(), settings.url(), settings.dialect())));
            vendor = found;
        }
        return found.endpoint();
    }

    private record KnownVendor(BackendKind kind, RuleBook.Endpoint endpoint) {}

    /// Whether its content begins inside the reasoning.
    public ModelReasoningStates modelReasoningStates() {
        return modelReasoningStates;
    }

    /// Prepares an answer to a request; nothing is sent before it is opened.
    public HttpReply reply(BackendRequest request) {
        return new HttpReply(this, request);
    }

    /// Prepares a request that passes as bytes; nothing is sent before it is opened.
    /// @param headers end-to-end headers, names in lower case
    /// @param length of the request's body; -1 if unknown
    public ByteReply pass(
            HttpMethod method, BackendPath path, Map<String, String> headers, long length, ByteSink sink) {
        return new ByteReply(this, method, path, headers, length, sink);
    }

    /// A small auxiliary response; fails with a `BackendException`.
    /// @param body empty for a GET
    public Uni<BackendBody> ask(BackendPath path, Map<String, String> headers, byte[] body) {
        HttpMethod method = body.length == 0 ? HttpMethod.GET : HttpMethod.POST;
        return BackendQuery.ask(this, method, path, headers, body);
    }

    /// A small response to a request without a body; fails with a `BackendException`.
    public Uni<BackendBody> ask(HttpMethod method, BackendPath path, Map<String, String> headers) {
        return BackendQuery.ask(this, method, path, headers, new byte[0]);
    }

    /// Whether it may have a token counting endpoint; false once it responded that it has none.
    public boolean mayCount() {
        return mayCount;
    }

    /// It has no token counting endpoint.
    public void cannotCount() {
        mayCount = false;
    }

    Vertx vertx() {
        return vertx;
    }

    /// The connections of the current event loop.
    LoopConnections connections() {
        var context = (ContextInternal) vertx.getOrCreateContext();
        return connections.computeIfAbsent(
                context.nettyEventLoop(),
                _ -> new LoopConnections(
                        vertx.createHttpClient(backendClientOptions(name, settings, url.isTls(), loops))));
    }

    /// The options of a request to one of its endpoints.
    RequestOptions options(HttpMethod method, BackendPath path, Map<String, String> headers) {
        RequestOptions options = new RequestOptions()
                .setMethod(method)
                .setHost(url.host())
                .setPort(url.port())
                .setSsl(url.isTls())
                .setURI(url.target(path))
                .setConnectTimeout(settings.connectTimeout().toMillis());
        headers.forEach(options::putHeader);
        return options;
    }

    /// Creates the connection options of a backend.
    /// @param loops event loops that share the backend's connections
    private static HttpClientOptions backendClientOptions(
            String name, BackendSettings settings, boolean isTls, int loops) {
        int share = Math.max(1, (settings.maxConnections() + loops - 1) / loops);
        HttpClientOptions options = new HttpClientOptions()
                .setName("backend-" + name)
                .setKeepAlive(true)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setMaxPoolSize(share)
                .setTcpNoDelay(true)
                .setConnectTimeout((int) settings.connectTimeout().toMillis())
                .setDecompressionSupported(false);
        settings.trustCertificates()
                .ifPresent(path -> options.setTrustOptions(new PemTrustOptions().addCertPath(path)));
        return version(options, settings.httpVersion(), isTls);
    }

    private static HttpClientOptions version(HttpClientOptions options, HttpVersionChoice choice, boolean isTls) {
        return switch (choice) {
            case HTTP_1_1 -> options.setProtocolVersion(HttpVersion.HTTP_1_1);
            case HTTP_2 ->
                options.setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(isTls).setHttp2ClearTextUpgrade(false);
            case AUTO ->
                isTls
                        ? options.setProtocolVersion(HttpVersion.HTTP_2)
                                .setUseAlpn(true)
                                .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                        : options.setProtocolVersion(HttpVersion.HTTP_1_1);
        };
    }

    /// Discovers a backend's kind: from the setting, its host, or its list of models, which is requested in the
    /// background at the first use and, until it responds, again after a minute. Never delays an answer.
    /// Thread-safe.
    static final class KindDiscovery {
        private static final long RETRY_NANOS = Duration.ofMinutes(1).toNanos();
        private static final long NEVER = Long.MIN_VALUE;

        private final AtomicLong askedNanos = new AtomicLong(NEVER);
        private volatile BackendKind known;

        /// @param set the configured value
        /// @param host of the backend's URL
        KindDiscovery(BackendKind set, String host) {
            known = set.equals(BackendKind.AUTO) ? BackendKind.ofHost(host).orElse(BackendKind.AUTO) : set;
        }

        /// The kind known so far; `AUTO` if unknown.
        BackendKind kind() {
            return known;
        }

        /// Requests the list of models if it is time.
        /// @param nanos the time by `System.nanoTime`
        /// @param models requests them from the backend
        void use(long nanos, Supplier<Uni<BackendBody>> models) {
            long asked = askedNanos.get();
            boolean isDue = known.equals(BackendKind.AUTO) && (asked == NEVER || nanos - asked > RETRY_NANOS);
            if (isDue && askedNanos.compareAndSet(asked, nanos)) {
                models.get().subscribe().with(this::read, _ -> {});
            }
        }

        private void read(BackendBody list) {
            Optional<BackendKind> named = list.head().header("server").flatMap(BackendKind::ofName);
            if (named.isEmpty() && list.isGood()) {
                JsonNode owner = StrictJson.object(list.bytes())
                        .map(body -> body.at("/data/0/owned_by"))
                        .orElse(StrictJson.MAPPER.missingNode());
                named = Optional.of(BackendKind.ofName(owner.asText("")).orElse(BackendKind.OTHER));
            }
            named.ifPresent(found -> known = found);
        }
    }
}
