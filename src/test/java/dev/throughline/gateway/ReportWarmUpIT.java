package dev.throughline.gateway;

import dev.throughline.testing.TestHttpClient;
import io.quarkus.hibernate.orm.runtime.JPAConfig;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Runs its own service, so that no earlier test has sent it a request.
@QuarkusTest
@TestProfile(ReportWarmUpIT.Fresh.class)
class ReportWarmUpIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    JPAConfig persistence;

    public static final class Fresh implements QuarkusTestProfile {}

    @Test
    void translatesNoQueryOfTheLiveReportOnceItIsReady() {
        TestHttpClient http = TestHttpClient.underTest();
        Statistics statistics = persistence
                .getEntityManagerFactories()
                .getFirst()
                .getItem2()
                .unwrap(SessionFactory.class)
                .getStatistics();
        statistics.setStatisticsEnabled(true);
        awaitReady(http);
        List<String> translated = translated(statistics);
        assertThat(translated)
                .anyMatch(query -> query.startsWith("from RunRow"))
                .anyMatch(query -> query.startsWith("from ExchangeRow"));

        String question = "{\"model\":\"stub\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";
        assertThat(http.post("/v1/chat/completions", question).status()).isEqualTo(200);
        assertThat(http.get("/v1/validation_report").json().path("exchanges").asInt())
                .isEqualTo(1);

        assertThat(translated(statistics)).isEqualTo(translated);
    }

    /// What Hibernate translated from its query language. Native SQL is sent as it is.
    private static List<String> translated(Statistics statistics) {
        return Stream.of(statistics.getQueries())
                .filter(query -> query.startsWith("from "))
                .sorted()
                .toList();
    }

    private static void awaitReady(TestHttpClient http) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!http.isReady() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        assertThat(http.isReady()).isTrue();
    }
}
