package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@QuarkusTest
class ProxiedStubRunRuleIT {

    @TestHTTPResource("/")
    URI service;

    @Test
    void proxyRunMayStandInFrontOfAnOpenStubRun() throws Exception {
        TestRun stub = TestRun.open(service, Map.of());

        JsonNode proxy = proxy("run:" + stub.id()).get("");

        assertThat(proxy.path("backend").asText()).isEqualTo("run:" + stub.id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run:", "run:nobody", "run:../../q/health", "run:127.0.0.1"})
    void whatIsNoStubRunIsRefused(String backend) {
        assertThatThrownBy(() -> proxy(backend))
                .hasMessageContaining("/backend")
                .hasMessageContaining("400");
    }

    @Test
    void proxyRunInFrontOfAProxyRunIsRefused() throws Exception {
        TestRun proxy = proxy("run:" + TestRun.open(service, Map.of()).id());

        assertThatThrownBy(() -> proxy("run:" + proxy.id()))
                .hasMessageContaining("open stub run of the same key was expected");
    }

    @Test
    void sealedStubRunIsRefused() throws Exception {
        TestRun stub = TestRun.open(service, Map.of("idleTimeout", "PT0S"));
        stub.seal();

        assertThatThrownBy(() -> proxy("run:" + stub.id())).hasMessageContaining("id of an open stub run");
    }

    @Test
    void gatewayIsDeclaredOnTheStubRunBehindIt() throws Exception {
        Map<String, String> gateway = Map.of("name", "throughline", "version", "0.1.0");

        JsonNode run = TestRun.open(service, Map.of("gateway", gateway)).get("");

        assertThat(run.at("/gateway/name").asText()).isEqualTo("throughline");
        assertThat(run.at("/gateway/version").asText()).isEqualTo("0.1.0");
        assertThatThrownBy(() -> TestRun.open(
                        service,
                        Map.of(
                                "mode",
                                "proxy",
                                "backend",
                                "run:" + run.path("id").asText(),
                                "gateway",
                                gateway)))
                .hasMessageContaining("/gateway");
    }

    private TestRun proxy(String backend) throws Exception {
        return TestRun.open(service, Map.of("mode", "proxy", "backend", backend));
    }
}
