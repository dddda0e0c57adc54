package dev.throughline.testing;

import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Brings the database to every `@QuarkusTest` of the project, its own and all others (global scope).
@QuarkusTest
@WithTestResource(value = PostgresResource.class, scope = TestResourceScope.GLOBAL)
class PostgresResourceIT {
    @Inject
    Pool pool;

    @Test
    void theServiceFindsTheSchema() {
        var rows = pool.query("SELECT EXISTS (SELECT FROM stream_token)")
                .execute()
                .await()
                .atMost(Duration.ofSeconds(10));
        assertThat(rows.iterator().next().getBoolean(0)).isNotNull();
    }
}
