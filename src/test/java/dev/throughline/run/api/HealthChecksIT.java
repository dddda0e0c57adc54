package dev.throughline.run.api;

import dev.throughline.store.database.Schema;
import dev.throughline.testing.ProxyProfile;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(ProxyProfile.class)
class HealthChecksIT {
    @TestHTTPResource("/")
    URI service;

    @Test
    void readinessTellsDatabaseJournalAndBackendsApart() throws Exception {
        HealthAnswer ready = HealthAnswer.at(service, "/q/health/ready");

        assertThat(ready.status()).isEqualTo(200);
        assertThat(ready.of("database")).isEqualTo("UP");
        assertThat(ready.check("database").at("/data/schema").asText()).isEqualTo(Schema.sha256());
        assertThat(ready.of("journal")).isEqualTo("UP");
        assertThat(ready.of("answers")).isEqualTo("UP");
        assertThat(ready.check("answers").at("/data/underWay").asInt()).isZero();
        assertThat(ready.check("journal").at("/data/maxBytes").asLong()).isEqualTo(128L * 1024 * 1024);
    }

    @Test
    void aBackendThatIsDownIsToldAndTakesNobodyOutOfService() throws Exception {
        HealthAnswer ready = HealthAnswer.at(service, "/q/health/ready");

        assertThat(ready.of("backends")).isEqualTo("UP");
        assertThat(ready.check("backends").at("/data/gone").asText()).isEqualTo("unreachable");
        assertThat(ready.check("backends").at("/data/plain").asText()).isEqualTo("reachable");
        assertThat(ready.body().toString()).doesNotContain("127.0.0.1").doesNotContain("configured-key");
    }

    @Test
    void liveAndStartedAskNobodyElse() throws Exception {
        assertThat(HealthAnswer.at(service, "/q/health/live").of("process")).isEqualTo("UP");
        assertThat(HealthAnswer.at(service, "/q/health/live").body().path("checks"))
                .hasSize(1);
        assertThat(HealthAnswer.at(service, "/q/health/started").of("start")).isEqualTo("UP");
    }
}
