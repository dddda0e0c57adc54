package dev.throughline.run;

import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.journal.AnswerGoneException;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.trace.repair.Repair;
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

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What is recorded of an exchange with a real backend: the outcome of its answer is known only at its end.
@QuarkusTest
class ProxiedExchangesIT {
    private static final String HOSTILE =
            "'); DROP TABLE item; -- \" {\"a\":[\\u0000]} \u0000 \u0010 \ud83e \ud83e\udde0 ${x} :run ?";
    private static final List<PlantedItem> ITEMS = List.of(
            new PlantedItem(
                    0, Category.THINK, "", HOSTILE, 0, "reasoning_content", Optional.empty(), Optional.of("s\u0000")),
            new PlantedItem(1, Category.CONTENT, "", " text\n", 1, "", Optional.empty(), Optional.empty()),
            new PlantedItem(2, Category.TOOL_ID, "call_7", "call_7", 2, "", Optional.of("call_7"), Optional.empty()));
    private static final List<RecordedAnomaly> ANOMALIES =
            List.of(new RecordedAnomaly("duplicate-closer", 12, HOSTILE), new RecordedAnomaly("loop-stopped", 99L, ""));
    private static final List<Repair> REPAIRS = List.of(
            new Repair("/messages/" + HOSTILE, 1, Repair.By.CALL_ID, 2), new Repair("", 3, Repair.By.CONTENT_HASH, 1));

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    Pool pool;

    @Test
    void keepsTheItemsAndAnomaliesThatAnEndBrings() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, "");

        await(exchangeStore.end(answer(run, number), ended(new AnswerOutcome(ITEMS, "hash", ANOMALIES))));

        RecordedExchange found = found(run, number);
        assertThat(found.trace().items()).isEqualTo(ITEMS);
        assertThat(found.trace().contentHash()).contains("hash");
        assertThat(found.anomalies()).isEqualTo(ANOMALIES);
        assertThat(found.end().orElseThrow()).isEqualTo(ended(new AnswerOutcome(List.of(), "", ANOMALIES)));
    }

    @Test
    void keepsTheRepairsOfARequestFromItsStart() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, "", REPAIRS);

        assertThat(found(run, number).repairs()).isEqualTo(REPAIRS);
        assertThat(found(run, number).dropped()).containsExactly("/stop", "/tools/0");
        await(exchangeStore.end(answer(run, number), ended(AnswerOutcome.NOTHING)));
        assertThat(found(run, number).repairs()).isEqualTo(REPAIRS);
    }

    @Test
    void hasNeitherAnomaliesNorRepairsWhileInProgress() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));

        RecordedExchange found = found(run, begin(run, ""));

        assertThat(found.anomalies()).isEmpty();
        assertThat(found.repairs()).isEmpty();
    }

    @Test
    void mayBeEndedAgain() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, "");
        ExchangeEnd end = ended(new AnswerOutcome(ITEMS, "hash", ANOMALIES));

        await(exchangeStore.end(answer(run, number), end));
        RecordedExchange first = found(run, number);
        await(exchangeStore.end(answer(run, number), end));

        assertThat(found(run, number)).isEqualTo(first);
    }

    @Test
    void keepsTheContentHashThatWasKnownAtTheStart() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, "planted");

        await(exchangeStore.end(answer(run, number), ended(AnswerOutcome.NOTHING)));

        assertThat(found(run, number).trace().contentHash()).contains("planted");
    }

    @Test
    void failsToEndWhenItsRunIsGoneAndLeavesNoItem() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, "");
        await(pool.query("DELETE FROM run WHERE run_id = '" + run.id() + "'").execute());

        assertThatThrownBy(() -> await(
                        exchangeStore.end(answer(run, number), ended(new AnswerOutcome(ITEMS, "hash", ANOMALIES)))))
                .isInstanceOf(AnswerGoneException.class)
                .hasMessageContaining(run.id().value());

        assertThat(await(exchangeStore.find(run.id(), number))).isEmpty();
    }

    @Test
    void isFoundAgainByTheCallIdAndTheContentHashOfItsAnswer() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, "");
        await(exchangeStore.end(answer(run, number), ended(new AnswerOutcome(ITEMS, "hash", List.of()))));

        assertThat(history(run, new LookupKeys(Set.of(), Set.of("call_7"), Set.of(), Set.of(), "b")))
                .isEqualTo(ITEMS);
        assertThat(history(run, new LookupKeys(Set.of(), Set.of(), Set.of("hash"), Set.of(), "b")))
                .isEqualTo(ITEMS);
    }

    /// Some gateways put a provider's signature into the id of a call.
    @Test
    void isFoundAgainByACallIdOfManyKilobytes() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        String longId = new Random(7)
                .ints(20_000, 'A', 'z')
                .mapToObj(Character::toString)
                .collect(Collectors.joining("", "call_\ud83e\udde0\u0000".repeat(100), ""));
        List<PlantedItem> items = List.of(called(longId), called(longId.substring(0, longId.length() - 1)));
        for (PlantedItem item : items) {
            await(exchangeStore.end(
                    answer(run, begin(run, "")), ended(new AnswerOutcome(List.of(item), "", List.of()))));
        }

        LookupKeys lookupKeys = new LookupKeys(Set.of(), Set.of(longId), Set.of(), Set.of(), "b");

        assertThat(await(exchangeStore.admit(run, HistoryLookupKeys.of(lookupKeys)))
                        .history()
                        .exchanges())
                .flatExtracting(TracedExchange::items)
                .containsExactly(items.getFirst());
    }

    @Test
    void isNotFoundByTheTokenThatItsItemsDoNotHave() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        Run other = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(exchangeStore.end(answer(run, begin(run, "")), ended(new AnswerOutcome(ITEMS, "", List.of()))));
        LookupKeys lookupKeys = new LookupKeys(Set.of(""), Set.of(), Set.of(""), Set.of(), "b");

        for (Run asked : List.of(run, other)) {
            RunHistory found = await(exchangeStore.admit(asked, HistoryLookupKeys.of(lookupKeys)))
                    .history();
            assertThat(found.exchanges()).isEmpty();
            assertThat(found.foreignTokens()).isEmpty();
        }
    }

    @Test
    void givesTheScorerTheItemsOfItsAnswer() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(exchangeStore.end(answer(run, begin(run, "")), ended(new AnswerOutcome(ITEMS, "hash", ANOMALIES))));

        assertThat(await(exchangeStore.score(run)).tally().issued())
                .containsExactlyInAnyOrderElementsOf(
                        ITEMS.stream().map(PlantedItem::category).collect(Collectors.toSet()));
    }

    private static AnswerIdentity answer(Run run, int number) {
        return new AnswerIdentity(run.id(), number, "k");
    }

    private static PlantedItem called(String id) {
        return new PlantedItem(0, Category.TOOL_ID, id, id, 0, "", Optional.of(id), Optional.empty());
    }

    private List<PlantedItem> history(Run run, LookupKeys lookupKeys) {
        return await(exchangeStore.admit(run, HistoryLookupKeys.of(lookupKeys)))
                .history()
                .exchanges()
                .getFirst()
                .items();
    }

    private RecordedExchange found(Run run, int number) {
        return await(exchangeStore.find(run.id(), number)).orElseThrow();
    }

    private int begin(Run run, String contentHash) {
        return begin(run, contentHash, List.of());
    }

    private int begin(Run run, String contentHash, List<Repair> repairs) {
        int number = await(exchangeStore.admit(run, StoreSamples.clues("body"))).number();
        ExchangeStart like = StoreSamples.start(run.id(), ConversationLink.start(), "k", List.of());
        await(exchangeStore.begin(
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
                        new TraceResult(ConversationLink.start(), StoreSamples.facts("body"), List.of()),
                        List.of(),
                        contentHash,
                        repairs,
                        List.of("/stop", "/tools/0"),
                        Optional.of(new SelectedBackend("mine", "glm-4.7", "prefilled")),
                        false,
                        BodyDigest.NONE),
                new Beginning()));
        return number;
    }

    private static ExchangeEnd ended(AnswerOutcome answerOutcome) {
        return new ExchangeEnd(
                ExchangeOutcome.COMPLETED,
                200,
                0,
                new Usage(10, 20, 30, 40),
                ExchangeTiming.unanswered(Duration.ofMillis(5)),
                answerOutcome,
                Optional.empty());
    }
}
