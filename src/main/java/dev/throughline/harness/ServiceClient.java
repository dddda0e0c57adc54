package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.ProxyRoute;
import dev.throughline.text.Json;
import dev.throughline.text.UrlText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// A client of the service's public API, as far as the harness and the command line need it.
public final class ServiceClient implements AutoCloseable {
    /// The first report of a large open run reads all of it: 81 s for 1,000,000 exchanges.
    public static final Duration LONGEST_REPORT = Duration.ofMinutes(15);
    private static final String GATEWAY = "throughline";
    private static final String NATIVE = "native";
    private static final String USUAL_FIELD = "reasoning_content";
    private static final String KEY = "x-throughline-key";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int LONGEST_REASON = 500;
    private static final Duration SETTLE_STEP = Duration.ofMillis(200);
    private static final int SETTLE_STEPS = 50;

    private final HttpClient http;
    private final URI base;
    private final Optional<String> key;

    /// A service that needs no key.
    /// @param base the service's address, for instance `http://127.0.0.1:8080`
    public ServiceClient(URI base) {
        this(base, Optional.empty());
    }

    /// @param key the key to send, of scope `run` or, for reading published runs, `read`
    public ServiceClient(URI base, Optional<String> key) {
        this.base = base;
        this.key = key;
        this.http = http(base);
    }

    private static HttpClient http(URI base) {
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10));
        if ("http".equals(base.getScheme())) {
            client.sslContext(unused()).version(HttpClient.Version.HTTP_1_1);
        }
        return client.build();
    }

    /// In place of the default one, for which every certificate that this machine trusts is parsed.
    private static SSLContext unused() {
        try {
            SSLContext trustsNobody = SSLContext.getInstance("TLS");
            trustsNobody.init(null, new TrustManager[0], null);
            return trustsNobody;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Ends what is under way. At the end of a program the JVM waits 0.3 s for the threads of an open client.
    @Override
    public void close() {
        http.shutdownNow();
    }

    /// Whether the service responds within two seconds that it is in order.
    public boolean isHealthy() {
        try {
            Response health = get("/health", request -> request.timeout(Duration.ofSeconds(2)));
            return health.status() == 200;
        } catch (HarnessException e) {
            return false;
        }
    }

    /// A run as seen by its opener.
    /// @param stub the stub run behind a proxy run, which is the one that is judged; empty for a stub run
    public record OpenRun(String id, String openai, String anthropic, Optional<String> stub) {
        /// The run whose verdict counts.
        public String judged() {
            return stub.orElse(id);
        }
    }

    /// Opens a run for a client; for a check through the proxy two, of which the client uses the proxy run.
    /// @param idle time after which the service seals them, in case the checking process ends without sealing
    /// @param options with what does not fail them, as `POST /runs` names it
    OpenRun open(ClientSpec spec, Duration idle, ClientCheck.Options options) {
        ObjectNode settings = settings(spec, idle);
        options.tolerate().ifPresent(what -> settings.put("tolerate", what));
        ObjectNode behind = settings.deepCopy().put("scenario", spec.scenario());
        spec.vendor().ifPresent(vendor -> behind.put("vendor", vendor));
        spec.reasoningField().ifPresent(field -> behind.put("reasoningField", field));
        if (spec.route().isEmpty()) {
            return open(behind, Optional.empty());
        }
        behind.put("output", spec.route().get().output());
        behind.putObject("gateway").put("name", GATEWAY).put("version", version());
        String stub = open(behind, Optional.empty()).id();
        try {
            return open(settings.put("mode", "proxy").put("backend", "run:" + stub), Optional.of(stub));
        } catch (HarnessException e) {
            seal(stub, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private static ObjectNode settings(ClientSpec spec, Duration idle) {
        ObjectNode settings = Json.TREES.createObjectNode().put("label", "check client " + spec.label());
        settings.put("idleTimeout", idle.toString());
        ObjectNode client =
                settings.putObject("client").put("name", spec.name()).put("version", spec.version());
        spec.recordedVariant().ifPresent(variant -> client.put("variant", variant));
        if (!spec.packages().isEmpty()) {
            spec.packages().forEach(client.putArray("packages")::add);
        }
        client.put("dialect", spec.dialect()).put("model", spec.model());
        return settings;
    }

    /// The version of the service.
    public String version() {
        return json(send(request("/health").GET())).path("version").asText();
    }

    /// Opens a stub run.
    /// @param settings as `POST /runs` names them
    public OpenRun open(ObjectNode settings) {
        return open(settings, Optional.empty());
    }

    private OpenRun open(ObjectNode settings, Optional<String> stub) {
        JsonNode run = json(send(withJson("POST", "/api/v1/runs", settings.toString())));
        JsonNode urls = run.path("urls");
        return new OpenRun(
                run.path("id").asText(),
                urls.path("openai").asText(),
                urls.path("anthropic").asText(),
                stub);
    }

    /// The newest sealed run of exactly this check, without faults and not ended early, if there is one.
    Optional<String> sealedRun(ClientSpec spec) {
        String filters = "?state=SEALED&mode=stub&limit=100&client=" + UrlText.query(spec.name()) + "&version="
                + UrlText.query(spec.version());
        String gateway = spec.route().map(_ -> version()).orElse("");
        String cursor = "";
        do {
            JsonNode page = json(send(request("/api/v1/runs" + filters + cursor).GET()));
            for (JsonNode run : page.path("runs")) {
                if (isOf(run, spec) && run.at("/gateway/version").asText("").equals(gateway)) {
                    return Optional.of(run.path("id").asText());
                }
            }
            cursor = page.hasNonNull("next")
                    ? "&cursor=" + UrlText.query(page.path("next").asText())
                    : "";
        } while (!cursor.isEmpty());
        return Optional.empty();
    }

    private static boolean isOf(JsonNode run, ClientSpec spec) {
        JsonNode client = run.path("client");
        return client.path("dialect").asText().equals(spec.dialect())
                && client.path("model").asText().equals(spec.model())
                && client.path("variant")
                        .asText("")
                        .equals(spec.recordedVariant().orElse(""))
                && texts(client.path("packages")).equals(spec.packages())
                && run.path("vendor").asText("").equals(spec.vendor().orElse(""))
                && isField(run.path("reasoningField").asText(USUAL_FIELD), spec)
                && run.path("scenario").asText().equals(spec.scenario())
                && run.path("output")
                        .asText(NATIVE)
                        .equals(spec.route().map(ProxyRoute::output).orElse(NATIVE))
                && run.path("faults").isEmpty()
                && !run.hasNonNull("sealReason");
    }

    /// A vendor has its own field, unless the check says another one.
    private static boolean isField(String field, ClientSpec spec) {
        return spec.reasoningField().map(field::equals).orElse(spec.vendor().isPresent() || field.equals(USUAL_FIELD));
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /// Number of exchanges of a run.
    int exchanges(String run) {
        JsonNode found = json(send(request("/api/v1/runs/" + run).GET()));
        return found.path("exchanges").asInt();
    }

    /// The number of the first exchange whose answer is still in flight.
    OptionalInt openExchange(String run) {
        JsonNode list = json(
                send(request("/api/v1/runs/" + run + "/exchanges?limit=500").GET()));
        for (JsonNode exchange : list.path("exchanges")) {
            if (exchange.path("outcome").asText().equalsIgnoreCase("open")) {
                return OptionalInt.of(exchange.path("number").asInt());
            }
        }
        return OptionalInt.empty();
    }

    /// Waits, not for long, until the answers that a client left in flight are recorded as ended.
    public void settle(String run) {
        for (int i = 0; i < SETTLE_STEPS && openExchange(run).isPresent(); i++) {
            LockSupport.parkNanos(SETTLE_STEP.toNanos());
        }
    }

    public void seal(String run) {
        send(request("/api/v1/runs/" + run + "/seal").POST(BodyPublishers.noBody()));
    }

    /// Seals a run whose client has not finished.
    /// @param reason a readable reason; its first line is recorded
    public void seal(String run, String reason) {
        String line = reason.lines()
                .findFirst()
                .orElse("")
                .replaceAll("\\p{Cntrl}", " ")
                .replaceFirst("; its last output:$", "");
        String shown = line.isBlank() ? "no reason given" : line.substring(0, Math.min(line.length(), LONGEST_REASON));
        send(request("/api/v1/runs/" + run + "/seal?reason=" + UrlText.query(shown))
                .POST(BodyPublishers.noBody()));
    }

    /// The page of a run, for a browser.
    public URI page(String run) {
        return base.resolve("/runs/" + run);
    }

    /// A run's report as JSON.
    public JsonNode report(String run) {
        try {
            return Json.TREES.readTree(report(run, "json"));
        } catch (IOException e) {
            throw new HarnessException("the report of run " + run + " is not JSON");
        }
    }

    /// A run's report, as a file: without links to the pages of the service.
    /// @param format `json`, `text` or another format that the service supports
    public String report(String run, String format) {
        return send(request("/api/v1/runs/" + run + "/report?links=false&format=" + format)
                .timeout(LONGEST_REPORT)
                .GET());
    }

    /// The service's response, whatever its status.
    /// @param path with its query, already encoded
    public Response get(String path) {
        return ask(request(path).GET().build());
    }

    /// The same for a request that takes the service longer than others, or has headers.
    public Response get(String path, UnaryOperator<HttpRequest.Builder> changed) {
        return ask(changed.apply(request(path)).GET().build());
    }

    /// A large answer while it is received.
    /// @param path with its query, already encoded
    public InputStream stream(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
        key.ifPresent(shown -> request.header(KEY, shown));
        HttpResponse<InputStream> answer = sent(request.GET().build(), BodyHandlers.ofInputStream());
        if (answer.statusCode() >= 400) {
            throw new HarnessException("the service at " + base + " answered " + answer.statusCode());
        }
        return answer.body();
    }

    /// Sends one JSON object.
    public Response post(String path, String body) {
        return ask(withJson("POST", path, body).build());
    }

    /// Replaces a JSON object.
    public Response put(String path, String body) {
        return ask(withJson("PUT", path, body).build());
    }

    private HttpRequest.Builder withJson(String method, String path, String body) {
        return request(path).header("content-type", "application/json").method(method, BodyPublishers.ofString(body));
    }

    /// The service's response, successful or not.
    /// @param next the cursor of the next page, which the response names in its `Link` header (RFC 8288)
    public record Response(int status, String body, Optional<String> next) {
        private static final Pattern NEXT = Pattern.compile("<[^>]*[?&]cursor=([^&>]*)[^>]*>; rel=\"next\"");

        private static Response of(HttpResponse<String> response) {
            return new Response(
                    response.statusCode(),
                    response.body(),
                    response.headers().allValues("link").stream()
                            .map(NEXT::matcher)
                            .filter(Matcher::find)
                            .map(link -> URLDecoder.decode(link.group(1), StandardCharsets.UTF_8))
                            .findFirst());
        }

        public boolean isRefused() {
            return status >= 400;
        }

        /// This response.
        /// @throws HarnessException if the service refused the request
        public Response accepted() {
            if (isRefused()) {
                throw new HarnessException("the service answered " + status + ": " + detail());
            }
            return this;
        }

        /// The body; an empty object if it is not JSON.
        public JsonNode json() {
            return ServiceClient.json(body);
        }

        /// The values of a body of JSON lines.
        public Stream<JsonNode> jsonLines() {
            return body.lines().map(ServiceClient::json);
        }

        /// A readable reason for the error.
        public String detail() {
            String detail = json().path("detail").asText("");
            return detail.isEmpty() ? body : detail;
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(LIMIT);
        key.ifPresent(shown -> request.header(KEY, shown));
        return request;
    }

    private String send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        Response response = ask(request);
        if (response.isRefused()) {
            throw new HarnessException("the service at " + base + " answered " + response.status() + " to "
                    + request.method() + " " + request.uri().getPath() + ": " + response.detail());
        }
        return response.body();
    }

    private Response ask(HttpRequest request) {
        return Response.of(sent(request, BodyHandlers.ofString()));
    }

    private <T> HttpResponse<T> sent(HttpRequest request, HttpResponse.BodyHandler<T> reader) {
        try {
            return http.send(request, reader);
        } catch (IOException e) {
            throw new HarnessException("the service at " + base + " cannot be reached: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted during a request to the service");
        }
    }

    private static JsonNode json(String text) {
        try {
            return Json.TREES.readTree(text);
        } catch (IOException e) {
            return Json.TREES.createObjectNode();
        }
    }
}
