package dev.throughline.run;

import dev.throughline.run.exchange.Exchanges;
import dev.throughline.run.journal.AnswerGoneException;
import dev.throughline.run.lifecycle.Runs;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.Category;
import dev.throughline.trace.Clues;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Link;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Repair;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.Tracing;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.Sample.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What an exchange with a real backend leaves behind: what its answer turned out to be is known only at its end.
@QuarkusTest
class ProxiedExchangesTest {
    private static final String HOSTILE =
            "'); DROP TABLE item; -- \" {\"a\":[\\u0000]} \u0000 \u0010 \ud83e \ud83e\udde0 ${x} :run ?";
    private static final List<PlantedItem> ITEMS = List.of(
            new PlantedItem(
                    0, Category.THINK, "", HOSTILE, 0, "reasoning_content", Optional.empty(), Optional.of("s\u0000")),
            new PlantedItem(1, Category.CONTENT, "", " text\n", 1, "", Optional.empty(), Optional.empty()),
            new PlantedItem(2, Category.TOOL_ID, "", "call_7", 2, "", Optional.of("call_7"), Optional.empty()));
    private static final List<RecordedAnomaly> ANOMALIES =
            List.of(new RecordedAnomaly("duplicate-closer", 12, HOSTILE), new RecordedAnomaly("loop-stopped", 99L, ""));
    private static final List<Repair> REPAIRS = List.of(
            new Repair("/messages/" + HOSTILE, 1, Repair.By.CALL_ID, 2), new Repair("", 3, Repair.By.CONTENT_HASH, 1));

    @Inject
    Runs runs;

    @Inject
    Exchanges exchanges;

    @Inject
    Pool pool;

    @Test
    void keepsTheItemsAndAnomaliesThatAnEndBrings() {
        Run run = await(runs.create(Sample.settings()));
        int number = begin(run, "");

        await(exchanges.end(answer(run, number), ended(new Produced(ITEMS, "hash", ANOMALIES))));

        RecordedExchange found = found(run, number);
        assertThat(found.trace().items()).isEqualTo(ITEMS);
        assertThat(found.trace().contentHash()).contains("hash");
        assertThat(found.anomalies()).isEqualTo(ANOMALIES);
        assertThat(found.end().orElseThrow()).isEqualTo(ended(new Produced(List.of(), "", ANOMALIES)));
    }

    @Test
    void keepsTheRepairsOfARequestFromItsStart() {
        Run run = await(runs.create(Sample.settings()));
        int number = begin(run, "", REPAIRS);

        assertThat(found(run, number).repairs()).isEqualTo(REPAIRS);
        assertThat(found(run, number).dropped()).containsExactly("/stop", "/tools/0");
        await(exchanges.end(answer(run, number), ended(Produced.NOTHING)));
        assertThat(found(run, number).repairs()).isEqualTo(REPAIRS);
    }

    @Test
    void hasNeitherAnomaliesNorRepairsWhileUnderWay() {
        Run run = await(runs.create(Sample.settings()));

        RecordedExchange found = found(run, begin(run, ""));

        assertThat(found.anomalies()).isEmpty();
        assertThat(found.repairs()).isEmpty();
    }

    @Test
    void mayBeEndedAgain() {
        Run run = await(runs.create(Sample.settings()));
        int number = begin(run, "");
        ExchangeEnd end = ended(new Produced(ITEMS, "hash", ANOMALIES));

        await(exchanges.end(answer(run, number), end));
        RecordedExchange first = found(run, number);
        await(exchanges.end(answer(run, number), end));

        assertThat(found(run, number)).isEqualTo(first);
    }

    @Test
    void keepsTheContentHashThatWasKnownAtTheStart() {
        Run run = await(runs.create(Sample.settings()));
        int number = begin(run, "planted");

        await(exchanges.end(answer(run, number), ended(Produced.NOTHING)));

        assertThat(found(run, number).trace().contentHash()).contains("planted");
    }

    @Test
    void failsToEndWhenItsRunIsGoneAndLeavesNoItem() {
        Run run = await(runs.create(Sample.settings()));
        int number = begin(run, "");
        await(pool.query("DELETE FROM run WHERE run_id = '" + run.id() + "'").execute());

        assertThatThrownBy(
                        () -> await(exchanges.end(answer(run, number), ended(new Produced(ITEMS, "hash", ANOMALIES)))))
                .isInstanceOf(AnswerGoneException.class)
                .hasMessageContaining(run.id().value());

        assertThat(await(exchanges.find(run.id(), number))).isEmpty();
    }

    @Test
    void isFoundAgainByTheCallIdAndTheContentHashOfItsAnswer() {
        Run run = await(runs.create(Sample.settings()));
        int number = begin(run, "");
        await(exchanges.end(answer(run, number), ended(new Produced(ITEMS, "hash", List.of()))));

        assertThat(history(run, new Clues(Set.of(), Set.of("call_7"), Set.of(), Set.of(), "b")))
                .isEqualTo(ITEMS);
        assertThat(history(run, new Clues(Set.of(), Set.of(), Set.of("hash"), Set.of(), "b")))
                .isEqualTo(ITEMS);
    }

    /// Some gateways put a provider's signature into the id of a call.
    @Test
    void isFoundAgainByACallIdOfManyKilobytes() {
        Run run = await(runs.create(Sample.settings()));
        String longId = new Random(7)
                .ints(20_000, 'A', 'z')
                .mapToObj(Character::toString)
                .collect(Collectors.joining("", "call_\ud83e\udde0\u0000".repeat(100), ""));
        List<PlantedItem> items = List.of(called(longId), called(longId.substring(0, longId.length() - 1)));
        for (PlantedItem item : items) {
            await(exchanges.end(answer(run, begin(run, "")), ended(new Produced(List.of(item), "", List.of()))));
        }

        Clues clues = new Clues(Set.of(), Set.of(longId), Set.of(), Set.of(), "b");

        assertThat(await(exchanges.admit(run, clues)).history().exchanges())
                .flatExtracting(TracedExchange::items)
                .containsExactly(items.getFirst());
    }

    @Test
    void isNotFoundByTheTokenThatItsItemsDoNotHave() {
        Run run = await(runs.create(Sample.settings()));
        Run other = await(runs.create(Sample.settings()));
        await(exchanges.end(answer(run, begin(run, "")), ended(new Produced(ITEMS, "", List.of()))));
        Clues clues = new Clues(Set.of(""), Set.of(), Set.of(""), Set.of(), "b");

        for (Run asked : List.of(run, other)) {
            RunHistory found = await(exchanges.admit(asked, clues)).history();
            assertThat(found.exchanges()).isEmpty();
            assertThat(found.foreignTokens()).isEmpty();
        }
    }

    @Test
    void givesTheScorerTheItemsOfItsAnswer() {
        Run run = await(runs.create(Sample.settings()));
        await(exchanges.end(answer(run, begin(run, "")), ended(new Produced(ITEMS, "hash", ANOMALIES))));

        assertThat(await(exchanges.evidence(run)).exchanges().getFirst().items())
                .isEqualTo(ITEMS);
    }

    private static AnswerIdentity answer(Run run, int number) {
        return new AnswerIdentity(run.id(), number, "k");
    }

    private static PlantedItem called(String id) {
        return new PlantedItem(0, Category.TOOL_ID, "", id, 0, "", Optional.of(id), Optional.empty());
    }

    private List<PlantedItem> history(Run run, Clues clues) {
        return await(exchanges.admit(run, clues))
                .history()
                .exchanges()
                .getFirst()
                .items();
    }

    private RecordedExchange found(Run run, int number) {
        return await(exchanges.find(run.id(), number)).orElseThrow();
    }

    private int begin(Run run, String contentHash) {
        return begin(run, contentHash, List.of());
    }

    private int begin(Run run, String contentHash, List<Repair> repairs) {
        int number = await(exchanges.admit(run, Sample.clues("body"))).number();
        ExchangeStart like = Sample.start(run.id(), Link.start(), "k", List.of());
        await(exchanges.begin(
                number,
                new ExchangeStart(
                        run.id(),
                        Instant.EPOCH,
                        like.dialect(),
                        like.method(),
                        like.path(),
                        like.client(),
                        true,
                        like.answerKey(),
                        like.body(),
                        new Tracing(Link.start(), Sample.facts("body"), List.of()),
                        List.of(),
                        contentHash,
                        repairs,
                        List.of("/stop", "/tools/0"),
                        Optional.of(new AskedBackend("mine", "glm-4.7", "prefilled")),
                        false)));
        return number;
    }

    private static ExchangeEnd ended(Produced produced) {
        return new ExchangeEnd(
                ExchangeOutcome.COMPLETED,
                200,
                3,
                new Usage(10, 20, 30, 40),
                Optional.empty(),
                Duration.ofMillis(5),
                produced,
                Optional.empty());
    }
}
