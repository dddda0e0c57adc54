package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.exchange.RunNumbers.Numbered;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.StatementRunner;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.TracedExchange;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class RunNumbersIT {
    private static final int REQUESTS = 600;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    StatementRunner statements;

    @Inject
    Pool pool;

    private RunNumbers numbers;
    private Run run;

    @BeforeEach
    void open() {
        numbers = new RunNumbers(statements);
        run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
    }

    @Test
    void countsRequestsInTheOrderInWhichTheyAsk() {
        assertThat(numbered(asked(numbers)).toList())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, REQUESTS).boxed().toList());
    }

    @Test
    void leavesNoGapAndGivesNoNumberTwiceWhereTwoServicesCount() {
        var other = new RunNumbers(new StatementRunner(pool, new DatabaseProgress()));

        List<CompletableFuture<Optional<Numbered>>> all =
                Stream.of(asked(numbers), asked(other)).flatMap(List::stream).toList();

        assertThat(numbered(all).sorted().toList())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 2 * REQUESTS).boxed().toList());
    }

    @Test
    void givesNoNumberTwiceWhereTheDatabaseLostTheLatest() {
        set(41);
        assertThat(await(numbers.next(run)).orElseThrow().number()).isEqualTo(42);

        set(38);

        assertThat(await(numbers.next(run)).orElseThrow().number()).isEqualTo(43);
    }

    @Test
    void findsForEachItsLatestIdenticalRequest() {
        for (String key : List.of("a", "b", "a")) {
            int number = await(numbers.next(run)).orElseThrow().number();
            await(exchangeStore.begin(
                    number, StoreSamples.start(run.id(), ConversationLink.start(), key, List.of()), new Beginning()));
        }

        List<CompletableFuture<Optional<Numbered>>> all = Stream.of(
                        numbers.next(run, "none"),
                        numbers.next(run),
                        numbers.next(run, "body-a"),
                        numbers.next(run, "none"))
                .map(next -> next.subscribeAsCompletionStage())
                .toList();

        assertThat(all.stream().map(one -> one.join().orElseThrow()).map(this::repeated))
                .containsExactly(0, 0, 3, 0);
    }

    @Test
    void numbersNothingInARunThatIsOver() {
        await(runStore.seal(run.id()));

        assertThat(asked(numbers)).extracting(CompletableFuture::join).containsOnly(Optional.empty());
    }

    private void set(int exchanges) {
        pool.preparedQuery("UPDATE run SET exchanges = $2 WHERE run_id = $1")
                .execute(Tuple.of(run.id().value(), exchanges))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private int repeated(Numbered numbered) {
        return numbered.repeated().map(TracedExchange::number).orElse(0);
    }

    private List<CompletableFuture<Optional<Numbered>>> asked(RunNumbers by) {
        return IntStream.range(0, REQUESTS)
                .mapToObj(_ -> by.next(run))
                .map(Uni::subscribeAsCompletionStage)
                .toList();
    }

    private static Stream<Integer> numbered(List<CompletableFuture<Optional<Numbered>>> all) {
        return all.stream().map(one -> one.join().orElseThrow().number());
    }
}
