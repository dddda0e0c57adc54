package dev.throughline.gateway;

import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// In the middle of a rolling restart, a process of the earlier settings is asked for a backend of the new ones.
@QuarkusTest
class BackendElsewhereIT {
    @TestHTTPResource("/")
    URI service;

    @Inject
    Pool pool;

    @Inject
    RunStore runStore;

    @BeforeEach
    void aProcessOfNewSettingsStarts() {
        update("INSERT INTO instance VALUES ('newer', 'elsewhere', 1, now(), now() + interval '1 hour', '{fresh}')");
    }

    @AfterEach
    void itIsGone() {
        update("DELETE FROM instance WHERE instance_id = 'newer'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/chat/completions",
                "/v1/messages",
                "/v1/responses",
                "/v1/messages/count_tokens",
                "/v1/embeddings"
            })
    void itsBackendIsPutOffAndNotDenied(String path) throws Exception {
        HttpResponse<String> answer = post("/proxy/fresh" + path);

        assertThat(ProxiedRun.refusal(503, path, answer)).contains("fresh", "Retry");
        assertThat(answer.headers().firstValue("retry-after")).contains("5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/chat/completions", "/v1/messages", "/v1/responses", "/v1/embeddings"})
    void soIsARunInFrontOfIt(String path) throws Exception {
        HttpResponse<String> answer = post(run() + path);

        assertThat(ProxiedRun.refusal(503, path, answer)).contains("fresh");
        assertThat(answer.headers().firstValue("retry-after")).contains("5");
    }

    @Test
    void soAreItsModels() throws Exception {
        DialectHttpClient client = new DialectHttpClient(service);

        assertThat(client.get("/proxy/fresh/v1/models").statusCode()).isEqualTo(503);
        assertThat(client.get(run() + "/v1/models").statusCode()).isEqualTo(503);
    }

    @Test
    void soIsANewRun() throws Exception {
        HttpResponse<String> answer =
                new DialectHttpClient(service).post("/api/v1/runs", "{\"mode\":\"proxy\",\"backend\":\"fresh\"}");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("retry-after")).contains("5");
        assertThat(answer.body()).contains("backend-elsewhere");
    }

    @ParameterizedTest
    @ValueSource(strings = {"other", "fres", "%00"})
    void whatNoProcessHasIsNotFound(String name) throws Exception {
        assertThat(post("/proxy/" + name + "/v1/chat/completions").statusCode()).isEqualTo(404);
    }

    @Test
    void onceThatProcessIsGoneItIsNotFound() throws Exception {
        itIsGone();

        assertThat(post("/proxy/fresh/v1/messages").statusCode()).isEqualTo(404);
    }

    private HttpResponse<String> post(String path) throws Exception {
        return new DialectHttpClient(service).post(path, DialectHttpClient.bodyFor(path, true));
    }

    private String run() {
        var settings = new RunSettings(
                "of the newer process",
                RunMode.PROXY,
                Optional.of("fresh"),
                Optional.empty(),
                ThinkingPolicy.PRESERVED,
                StubSettings.defaults(),
                500,
                Duration.ofMinutes(30));
        return "/r/" + await(runStore.create(settings, Optional.empty())).id();
    }

    private void update(String sql) {
        await(pool.query(sql).execute());
    }
}
