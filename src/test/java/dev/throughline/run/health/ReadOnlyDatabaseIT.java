package dev.throughline.run.health;

import dev.throughline.testing.ScarceProfile;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A database that still answers, and writes no more.
@QuarkusTest
@TestProfile(ScarceProfile.class)
class ReadOnlyDatabaseIT {
    private static final String PATH = "/q/health/ready";

    @TestHTTPResource("/")
    URI service;

    @Inject
    Pool pool;

    /// As behind a pooler whose server was demoted: the sessions stay.
    @Test
    void isNotReadyAndKeepsNoConnectionOverWhichWritesAreRefused() throws Exception {
        assertThat(HealthAnswer.at(service, PATH).status()).isEqualTo(200);
        sql("SELECT set_config('default_transaction_read_only', 'on', false)");

        HealthAnswer refused = HealthAnswer.await(service, PATH, found -> found.status() == 503);
        assertThat(refused.check("database").at("/data/reason").asText()).isEqualTo("it accepts no writes");

        HealthAnswer again = HealthAnswer.await(service, PATH, found -> found.status() == 200);
        assertThat(again.of("database")).isEqualTo("UP");
        sql("UPDATE throughline_schema SET sha256 = sha256");
    }

    private void sql(String statement) {
        assertThat(pool.query(statement).execute().toCompletionStage().toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(20));
    }
}
