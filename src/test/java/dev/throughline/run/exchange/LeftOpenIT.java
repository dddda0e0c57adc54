package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// No exchange stays open in a living process once its answer is over.
@QuarkusTest
class LeftOpenIT {
    private static final String CHAT =
            "{\"model\":\"stub\",%s\"max_tokens\":9000,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    UnrecordedExchanges unrecordedExchanges;

    @Inject
    Pool pool;

    private Run run;

    @BeforeEach
    void open() {
        run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
    }

    /// A failover lost the ends, which the process believes committed.
    @Test
    void closesWhatIsOpenAgainAfterItsAnswer() {
        List<String> endpoints =
                List.of("chat/completions", "chat/completions stream", "messages", "messages/count_tokens");
        for (String endpoint : endpoints) {
            String body = CHAT.formatted(endpoint.endsWith("stream") ? "\"stream\":true," : "");
            TestHttpClient.Answer answer = TestHttpClient.underTest()
                    .post("/r/" + run.id() + "/v1/" + endpoint.split(" ")[0], body, "anthropic-version", "2023-06-01");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        }
        await(pool.preparedQuery("UPDATE exchange SET outcome = 'OPEN' WHERE run_id = $1")
                .execute(Tuple.of(run.id().value())));

        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (outcomes().contains(ExchangeOutcome.OPEN) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(50_000_000);
        }

        assertThat(outcomes()).hasSize(endpoints.size()).containsOnly(ExchangeOutcome.FAILED);
        assertThat(recorded()).allMatch(RecordedExchange::unrecorded);
        assertThat(await(runStore.delete(run.id()))).isTrue();
    }

    @Test
    void leavesOneAloneWhoseRequestIsInProgress() {
        begin();

        closeTwice();

        assertThat(outcome()).isEqualTo(ExchangeOutcome.OPEN);
    }

    @Test
    void leavesOneAloneWhoseEndIsOnItsWay() {
        begin();
        unrecordedExchanges.ends("a");
        exchangeStore.over("a");

        closeTwice();
        assertThat(outcome()).isEqualTo(ExchangeOutcome.OPEN);

        unrecordedExchanges.ended("a");
        closeTwice();
        assertThat(outcome()).isEqualTo(ExchangeOutcome.FAILED);
    }

    @Test
    void closesOneWhoseRequestWasGivenUp() {
        begin();
        exchangeStore.over("a");

        closeTwice();

        assertThat(outcome()).isEqualTo(ExchangeOutcome.FAILED);
    }

    @Test
    void changesNoneThatEnded() {
        begin();
        await(exchangeStore.end(new AnswerIdentity(run.id(), 1, "a"), StoreSamples.completed()));

        closeTwice();

        assertThat(outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
    }

    private void begin() {
        await(exchangeStore.admit(run, StoreSamples.clues("b")));
        await(exchangeStore.begin(
                1, StoreSamples.start(run.id(), ConversationLink.start(), "a", List.of()), new Beginning()));
    }

    private void closeTwice() {
        await(unrecordedExchanges.closeLeftOpen());
        await(unrecordedExchanges.closeLeftOpen());
    }

    private ExchangeOutcome outcome() {
        return outcomes().getFirst();
    }

    private List<ExchangeOutcome> outcomes() {
        return recorded().stream().map(exchange -> exchange.trace().outcome()).toList();
    }

    private List<RecordedExchange> recorded() {
        return await(exchangeStore.list(run.id(), 0, 10));
    }
}
