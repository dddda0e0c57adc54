package dev.throughline.run.api;

import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class HealthIT {

    @Test
    void saysThatTheServiceAndItsDatabaseAreUp() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get("/health");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("status").asText()).isEqualTo("UP");
        assertThat(answer.json().path("database").asText()).isEqualTo("UP");
        assertThat(answer.json().path("journal").asText()).isEqualTo("UP");
        assertThat(answer.json().path("backends").isArray()).isTrue();
        assertThat(answer.json().path("version").asText()).isNotBlank();
    }

    @Test
    void readinessAsksTheDatabase() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().get("/q/health/ready");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("checks").toString()).contains("database");
    }
}
