package dev.throughline.run.api;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class HealthIT {

    @Test
    void saysThatTheServiceAndItsDatabaseAreUp() {
        RunsHttpClient.Answer answer = RunsHttpClient.get("/health");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("status").asText()).isEqualTo("UP");
        assertThat(answer.json().path("database").asText()).isEqualTo("UP");
        assertThat(answer.json().path("journal").asText()).isEqualTo("UP");
        assertThat(answer.json().path("backends").isArray()).isTrue();
        assertThat(answer.json().path("version").asText()).isNotBlank();
    }

    @Test
    void readinessAsksTheDatabase() {
        RunsHttpClient.Answer answer = RunsHttpClient.get("/q/health/ready");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("checks").toString()).contains("database");
    }
}
