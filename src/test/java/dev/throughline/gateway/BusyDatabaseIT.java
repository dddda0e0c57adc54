package dev.throughline.gateway;

import dev.throughline.store.StatementRunner;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.TableLock;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/// The database has more to do than fits into the limits of time (a request waits 2 s for its number): that is no
/// outage while it completes anything.
@Expensive(40)
@QuarkusTest
@TestProfile(ScarceProfile.class)
@Timeout(60)
class BusyDatabaseIT {
    private static final int CONNECTIONS = 16;

    @TestHTTPResource("/")
    URI service;

    @Inject
    StatementRunner statements;

    @Test
    void aRequestWaitsForItsTurnAsLongAsOthersHaveTheirs() throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "chat"));
        for (int i = 0; i < 12 * CONNECTIONS; i++) {
            statements
                    .run("SELECT pg_sleep(0.5)", Tuple.tuple(), rows -> rows.size())
                    .subscribe()
                    .with(_ -> {}, _ -> {});
        }

        TestHttpClient.Answer answer = ask(run);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).endsWith("data: [DONE]\n\n");
    }

    @Test
    void aRequestThatWaitsTooLongForADatabaseThatAnswersHearsOfOverloadAndOfNoOutage() throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "chat"));
        try (var _ = TableLock.againstAll("run")) {
            TestHttpClient.Answer refused = ask(run);

            assertThat(refused.status()).as(refused.body()).isEqualTo(529);
            assertThat(refused.header("retry-after")).isEqualTo("15");
            assertThat(refused.body()).contains("overloaded").doesNotContain("database");
        }
        assertThat(ask(run).status()).isEqualTo(200);
    }

    private TestHttpClient.Answer ask(TestRun run) {
        return TestHttpClient.underTest().post("/r/" + run.id() + "/v1/chat/completions", DialectHttpClient.chat(true));
    }
}
