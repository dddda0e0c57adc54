package dev.throughline.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.backend.Backends;
import dev.throughline.backend.ReasoningState;
import dev.throughline.client.BundledRecipes;
import dev.throughline.conversation.Dialect;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.Scrape;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestRun;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Preservation;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The metrics at `/q/metrics` after conversations with the stub and with a backend.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class MetricsIT {
    private static final int OTHERS = others();

    /// Of a backend: exchanges by dialect, stream and outcome; requests by client, dialect and what became
    /// of the reasoning; two histograms of the time that is added; tokens, repairs, what was learned; oddities and
    /// dropped fields.
    private static final int SERIES_OF_A_BACKEND = Dialect.values().length * 2 * (ExchangeOutcome.values().length + 1)
            + Dialect.values().length * Preservation.State.values().length * (BundledRecipes.NAMES.size() + OTHERS + 1)
            + 2 * 19
            + 4
            + 1
            + ReasoningState.values().length
            + 40;
    /// Of no backend: requests by endpoint, dialect and status, verdicts and capabilities, and the gauges.
    private static final int OWN_SERIES = 600;
    private static final int ENDPOINTS = 20;
    private static final int STATUSES = 40;
    private static final String DURATION = "gen_ai_server_request_duration_seconds_count";

    @TestHTTPResource("/")
    URI service;

    @Inject
    Backends backends;

    @ConfigProperty(name = "throughline.telemetry.max-models", defaultValue = "32")
    int maxModels;

    ScriptedBackend backend;

    @Test
    void countsAStubbedStreamOnce() throws Exception {
        Scrape before = Scrape.of(service);

        new DialectHttpClient(service).post("/stub/v1/chat/completions", DialectHttpClient.chat(true));

        Scrape.eventually(service, after -> {
            assertThat(after.since(before, "throughline_exchanges_total", exchange("stub", "stub", "completed")))
                    .isEqualTo(1);
            assertThat(after.since(
                            before,
                            "throughline_requests_total",
                            "dialect",
                            "openai-chat",
                            "endpoint",
                            "chat/completions",
                            "status",
                            "200"))
                    .isEqualTo(1);
            assertThat(after.since(before, DURATION, generation("throughline", "glm-4.7", "error_type", "")))
                    .isEqualTo(1);
            assertThat(after.since(
                            before,
                            "gen_ai_server_time_to_first_token_seconds_count",
                            generation("throughline", "glm-4.7")))
                    .isEqualTo(1);
            assertThat(after.since(
                            before,
                            "gen_ai_server_time_per_output_token_seconds_count",
                            generation("throughline", "glm-4.7")))
                    .isEqualTo(1);
            assertThat(after.since(
                            before,
                            "throughline_added_latency_seconds_count",
                            "backend",
                            "stub",
                            "mode",
                            "stub",
                            "phase",
                            "commit"))
                    .isEqualTo(1);
            assertThat(after.value("throughline_requests_active")).isZero();
        });
    }

    @Test
    void countsTheTokensThatTheJournalCommits() throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "plain"));
        Scrape before = Scrape.of(service);

        new DialectHttpClient(service).post("/r/" + run.id() + "/v1/messages", DialectHttpClient.messages(true));

        long texts = run.text("/exchanges/1/tokens")
                .lines()
                .filter(line -> line.contains("\"kind\":\"text\""))
                .count();
        Scrape.eventually(service, after -> {
            assertThat(after.since(before, "throughline_journal_tokens_total", "kind", "finish"))
                    .isEqualTo(1);
            assertThat(after.since(before, "throughline_journal_tokens_total", "kind", "text"))
                    .isEqualTo(texts)
                    .isPositive();
            assertThat(after.since(before, "throughline_journal_rows_total")).isPositive();
            assertThat(after.since(before, "throughline_journal_commits_total")).isPositive();
            assertThat(after.value("throughline_journal_lost_tokens_total")).isZero();
            assertThat(after.value("throughline_journal_full")).isZero();
            assertThat(after.value("throughline_events_followers")).isZero();
            assertThat(after.value("throughline_journal_capacity_bytes")).isEqualTo(128L * 1024 * 1024);
        });
    }

    @Test
    void countsAProxiedStreamWithItsUsageAndItsModel() throws Exception {
        String model = backend.model((_, socket) -> chat(socket, "Hello"));
        ProxiedRun client = ProxiedRun.open(service, "plain");
        Scrape before = Scrape.of(service);

        client.stream(ProxiedRun.CHAT, model);

        JsonNode usage = client.exchange(1).path("usage");
        Scrape.eventually(service, after -> {
            assertThat(after.since(before, DURATION, generation("openai", model, "error_type", "")))
                    .isEqualTo(1);
            assertThat(after.since(
                            before,
                            "throughline_added_latency_seconds_count",
                            "backend",
                            "plain",
                            "mode",
                            "proxy",
                            "phase",
                            "request"))
                    .isEqualTo(1);
            assertThat(after.since(
                            before, "throughline_tokens_total", "backend", "plain", "kind", "output", "mode", "proxy"))
                    .as(usage.toPrettyString())
                    .isEqualTo(usage.path("outputTokens").asDouble())
                    .isPositive();
            assertThat(after.since(
                            before,
                            "gen_ai_client_token_usage_tokens_sum",
                            generation("openai", model, "gen_ai_token_type", "input")))
                    .isEqualTo(usage.path("inputTokens").asDouble());
        });
    }

    @Test
    void countsWhatAModelDidWrong() throws Exception {
        String model = backend.model((_, socket) -> chat(socket, "<think>a</think>b</think>c"));
        Scrape before = Scrape.of(service);

        ProxiedRun.open(service, "glm").stream(ProxiedRun.CHAT, model);

        Scrape.eventually(service, after -> {
            assertThat(after.sum("throughline_anomalies_total") - before.sum("throughline_anomalies_total"))
                    .isPositive();
            assertThat(after.tagValues("kind")).contains("orphan-closer");
        });
    }

    @Test
    void namesTheErrorOfAnExchangeThatFails() throws Exception {
        Scrape before = Scrape.of(service);

        ProxiedRun.open(service, "gone").whole(ProxiedRun.CHAT, "never-answered");

        Scrape.eventually(service, after -> {
            assertThat(after.since(before, DURATION, generation("openai", "other", "error_type", "backend")))
                    .isEqualTo(1);
            assertThat(after.tagValues("gen_ai_request_model")).doesNotContain("never-answered");
            assertThat(after.tagValues("outcome")).contains("failed");
        });
    }

    @Test
    void countsAClientThatWentAwayAndForgetsItsRequest() throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "long", "tokens", 10_000, "pace", 20));
        Scrape before = Scrape.of(service);

        try (RawClient client =
                RawClient.send(service, "/r/" + run.id() + "/v1/chat/completions", DialectHttpClient.chat(true))) {
            client.until("data:");
            Scrape.eventually(
                    service,
                    now -> assertThat(now.value("throughline_requests_active")).isEqualTo(1));
        }

        String[] gone = exchange("stub", "stub", "client-gone");
        Scrape.eventually(service, after -> {
            assertThat(after.since(before, "throughline_exchanges_total", gone)).isEqualTo(1);
            assertThat(after.value("throughline_requests_active")).isZero();
            assertThat(after.since(
                            before,
                            "throughline_requests_total",
                            "dialect",
                            "openai-chat",
                            "endpoint",
                            "chat/completions",
                            "status",
                            "499"))
                    .isEqualTo(1);
        });
    }

    @Test
    void countsTheVerdictOfASealedRun() throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "chat"));
        new DialectHttpClient(service).post("/r/" + run.id() + "/v1/chat/completions", DialectHttpClient.chat(false));
        Scrape before = Scrape.of(service);

        new DialectHttpClient(service).post("/api/v1/runs/" + run.id() + "/seal", "");

        Scrape.eventually(service, after -> {
            assertThat(after.since(before, "throughline_verdicts_total", "verdict", "inconclusive"))
                    .isEqualTo(1);
            assertThat(after.sum("throughline_capabilities_total") - before.sum("throughline_capabilities_total"))
                    .isPositive();
        });
    }

    @Test
    void showsNothingThatAClientWrote() throws Exception {
        TestRun run = TestRun.open(service, Map.of("label", "label-secret"));
        hostileRequests(run, 0, 2);
        Set<String> before = ours(Scrape.of(service));
        hostileRequests(run, 2, 50);

        Scrape after = Scrape.of(service);
        assertThat(after.text())
                .doesNotContain("secret")
                .doesNotContain("hostile")
                .doesNotContain(run.id())
                .doesNotContain("THINK-OAI");
        Set<String> added = ours(after);
        added.removeAll(before);
        assertThat(added).as("names that 48 requests added").hasSizeLessThan(10);
        assertBounded(after);
    }

    /// How many series there are follows from what is configured: each backend has so many at most, and the
    /// models that have a name are counted.
    private void assertBounded(Scrape scrape) {
        Set<String> places = new TreeSet<>(backends.names());
        places.addAll(List.of("stub", "none"));
        int statuses = scrape.tagValues("status").size();

        assertThat(places).containsAll(scrape.tagValues("backend"));
        assertThat(scrape.tagValues("gen_ai_request_model"))
                .as("models with a name, and all others")
                .hasSizeLessThanOrEqualTo(maxModels + 1);
        assertThat(scrape.tagValues("endpoint")).hasSizeLessThan(ENDPOINTS);
        assertThat(statuses).as("statuses of HTTP and of capabilities").isLessThan(STATUSES);
        assertThat(ours(scrape)).as("all our series").hasSizeLessThan(OWN_SERIES + places.size() * SERIES_OF_A_BACKEND);
    }

    private static Set<String> ours(Scrape scrape) {
        return scrape.values().keySet().stream()
                .filter(name -> name.startsWith("throughline_"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void hostileRequests(TestRun run, int from, int to) throws Exception {
        var dialectHttpClient = new DialectHttpClient(service);
        for (int i = from; i < to; i++) {
            dialectHttpClient.post(
                    "/r/" + run.id() + "/v1/chat/completions?key=query-secret" + i,
                    DialectHttpClient.chat(i % 2 == 0)
                            .replace("glm-4.7", "hostile-model-" + i)
                            .replace("Hello", "text-secret"),
                    "authorization",
                    "Bearer key-secret",
                    "user-agent",
                    "agent-secret/" + i,
                    "x-session-id",
                    "session-secret");
            dialectHttpClient.get("/hostile-path-" + i);
            dialectHttpClient.get("/v1/hostile-path-" + i);
            dialectHttpClient.get("/proxy/hostile-path-" + i + "/v1/models");
            dialectHttpClient.get("/api/v1/runs/hostile-path-" + i);
        }
    }

    private static void chat(BackendSocket socket, String text) throws IOException {
        socket.stream().chunk("""
                data: {"id":"x","model":"scripted","choices":[{"index":0,"delta":{"role":"assistant","content":"%s"}}]}

                data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                data: {"id":"x","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}

                data: [DONE]

                """.formatted(text)).end();
    }

    private static String[] exchange(String mode, String name, String outcome) {
        return new String[] {
            "backend", name, "dialect", "openai-chat", "mode", mode, "outcome", outcome, "stream", "true"
        };
    }

    private static String[] generation(String provider, String model, String... more) {
        String[] tags = java.util.Arrays.copyOf(
                new String[] {
                    "gen_ai_operation_name", "chat",
                    "gen_ai_provider_name", provider,
                    "gen_ai_request_model", model
                },
                6 + more.length);
        System.arraycopy(more, 0, tags, 6, more.length);
        return tags;
    }

    /// How many clients are recognized without a recipe.
    private static int others() {
        try {
            JsonNode file = new JsonMapper()
                    .readTree(BundledRecipes.text("identified.json").orElseThrow());
            return file.path("programs").size() + file.path("libraries").size();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
