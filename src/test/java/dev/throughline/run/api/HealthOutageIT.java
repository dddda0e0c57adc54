package dev.throughline.run.api;

import dev.throughline.testing.CuttablePostgres;
import dev.throughline.testing.ScarceProfile;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Health while the database is away, and when it is back.
@QuarkusTest
@TestProfile(ScarceProfile.class)
class HealthOutageIT {
    @TestHTTPResource("/")
    URI service;

    CuttablePostgres database;

    @Test
    void tellsThatTheDatabaseIsAwayAndThatTheProcessLives() throws Exception {
        assertThat(HealthAnswer.at(service, "/q/health/ready").status()).isEqualTo(200);

        database.cut();

        HealthAnswer ready = HealthAnswer.await(service, "/q/health/ready", found -> found.status() == 503);
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.of("database")).isEqualTo("DOWN");
        assertThat(ready.check("database").at("/data/reason").asText()).isEqualTo("it does not respond");
        assertThat(ready.of("journal")).isEqualTo("UP");
        assertThat(ready.of("backends")).isEqualTo("UP");
        assertThat(HealthAnswer.at(service, "/q/health/live").status()).isEqualTo(200);
        assertThat(HealthAnswer.at(service, "/q/health/started").status()).isEqualTo(200);
        HealthAnswer plain = HealthAnswer.at(service, "/health");
        assertThat(plain.status()).isEqualTo(503);
        assertThat(plain.body().path("database").asText()).isEqualTo("DOWN");
        assertThat(plain.body().path("journal").asText()).isEqualTo("UP");

        database.mend();

        HealthAnswer again = HealthAnswer.await(service, "/q/health/ready", found -> found.status() == 200);
        assertThat(again.of("database")).isEqualTo("UP");
    }
}
