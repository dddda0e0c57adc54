package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunSealedException;
import dev.throughline.run.RunState;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.testing.Expensive;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ObservationDigests;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.history.HistoryLookupKeys;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Expensive(8)
@QuarkusTest
class ExchangeStoreIT {
    private static final String TOKEN = "[THINK-ANT-T1-0123abcd]";

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    Pool pool;

    @Test
    void readsBackWhatWasWritten() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, ConversationLink.start(), "k1", TOKEN, StoreSamples.observation(1));
        await(exchangeStore.end(new AnswerIdentity(run.id(), number, "k1"), StoreSamples.completed()));

        RecordedExchange found = await(exchangeStore.find(run.id(), number)).orElseThrow();

        assertThat(found.end()).contains(StoreSamples.completed());
        assertThat(found.trace().items()).containsExactly(StoreSamples.item(0, TOKEN, Optional.of("call_k1")));
        assertThat(found.trace().observations()).containsExactly(StoreSamples.observation(1));
        assertThat(found.trace().facts()).isEqualTo(StoreSamples.facts("body-k1"));
        assertThat(found.trace().contentHash()).contains("content-k1");
        assertThat(await(exchangeStore.body(run.id(), number)).orElseThrow())
                .isEqualTo("{\"key\":\"k1\"}".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 20, (1 << 20) + 1, 2 << 20, 3_500_000})
    void keepsBodiesOfAllSizesByteForByte(int length) {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        byte[] body = new byte[length];
        new Random(length).nextBytes(body);
        ExchangeStart start = StoreSamples.start(
                run.id(),
                ConversationLink.start(),
                "k" + length,
                List.of(StoreSamples.item(0, TOKEN, Optional.empty())));
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();

        await(exchangeStore.begin(number, StoreSamples.withBody(start, body), new Beginning()));

        assertThat(await(exchangeStore.body(run.id(), number)).orElseThrow()).isEqualTo(body);
        assertThat(await(exchangeStore.find(run.id(), number))
                        .orElseThrow()
                        .trace()
                        .items())
                .hasSize(1);
        assertThat(rows("SELECT count(*) FROM body_piece")).isZero();
    }

    @Test
    void keepsTheBodiesOfAConversationByteForByteInLittleMoreThanTheLastOne() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        List<byte[]> bodies = new ArrayList<>();
        var messages = new StringBuilder("{\"content\": \"" + "long ".repeat(300_000) + "\"}");
        for (int i = 1; i <= 40; i++) {
            messages.append(", {\"content\": \"").append("message " + i).append("\"}");
            bodies.add(("{\"messages\": [" + messages + "], \"tools\": []}").getBytes(StandardCharsets.UTF_8));
            ConversationLink link =
                    i == 1 ? ConversationLink.start() : new ConversationLink(1, OptionalInt.of(i - 1), 1, i);
            ExchangeStart start = StoreSamples.start(run.id(), link, "k" + i, List.of());
            int number =
                    await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
            await(exchangeStore.begin(number, StoreSamples.withBody(start, bodies.getLast()), new Beginning()));
        }

        for (int i = 1; i <= 40; i++) {
            assertThat(await(exchangeStore.body(run.id(), i)).orElseThrow()).isEqualTo(bodies.get(i - 1));
        }
        assertThat(rows("SELECT sum(octet_length(body)) FROM exchange_body WHERE run_id = '" + run.id() + "'"))
                .isLessThan(bodies.getLast().length + 10_000);
        assertThat(rows("SELECT sum(bytes) FROM request_body WHERE run_id = '" + run.id() + "'"))
                .isEqualTo(bodies.stream().mapToLong(body -> body.length).sum());
    }

    @Test
    void hasNoBodyWhoseBaseWasRemoved() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        byte[] body =
                ("{\"messages\": [{\"content\": \"" + "long ".repeat(1_000) + "\"}]}").getBytes(StandardCharsets.UTF_8);
        for (int i = 1; i <= 2; i++) {
            var link = new ConversationLink(1, i == 1 ? OptionalInt.empty() : OptionalInt.of(1), 1, i);
            ExchangeStart start = StoreSamples.start(run.id(), link, "k" + i, List.of());
            int number =
                    await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
            await(exchangeStore.begin(number, StoreSamples.withBody(start, body), new Beginning()));
        }

        await(pool.query("DELETE FROM exchange_body WHERE run_id = '" + run.id() + "' AND exchange = 1")
                .execute());

        assertThat(await(exchangeStore.body(run.id(), 2))).isEmpty();
    }

    @Test
    void keepsVeryManyItemsAndObservations() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "a", TOKEN);
        List<PlantedItem> items = IntStream.range(0, 4_500)
                .mapToObj(i -> StoreSamples.item(i, "", Optional.empty()))
                .toList();
        Observation[] seen = IntStream.range(0, 4_500)
                .mapToObj(i -> new Observation(
                        1,
                        i,
                        Observation.Due.MUST,
                        Observation.Scope.WITHIN_TURN,
                        StoreSamples.observation(1).sighting()))
                .toArray(Observation[]::new);
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();

        await(exchangeStore.begin(
                number, StoreSamples.start(run.id(), ConversationLink.start(), "many", items, seen), new Beginning()));

        RunHistory history = await(exchangeStore.admit(
                        run,
                        HistoryLookupKeys.of(
                                new LookupKeys(Set.of(), Set.of(), Set.of("content-many"), Set.of(), "no"))))
                .history();
        assertThat(history.exchanges().getLast().items()).isEqualTo(items);
        assertThat(await(exchangeStore.find(run.id(), number))
                        .orElseThrow()
                        .trace()
                        .items())
                .isEqualTo(items);
        assertThat(await(exchangeStore.numbered(run.id(), List.of(number)))
                        .getFirst()
                        .trace()
                        .observations())
                .containsExactlyInAnyOrder(seen);
    }

    @Test
    void readsMoreNumbersThanAStatementHasParameters() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "k1", TOKEN);
        begin(run, ConversationLink.start(), "k2", "");
        List<Integer> numbers =
                IntStream.rangeClosed(1, 70_000).map(i -> 70_001 - i).boxed().toList();

        assertThat(await(exchangeStore.numbered(run.id(), numbers)))
                .extracting(one -> one.trace().number())
                .containsExactly(1, 2);
    }

    @Test
    void readsAllObservationsOfARequestFromWhatItChanged() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "k1", TOKEN, StoreSamples.observation(7), StoreSamples.observation(8));
        Observation changed = StoreSamples.absent(7);
        begin(run, 1, new ObservationChanges(false, List.of(changed), List.of(), Optional.of(true)));
        begin(run, 2, new ObservationChanges(false, List.of(), List.of(), Optional.of(false)));
        begin(
                run,
                3,
                new ObservationChanges(
                        false,
                        List.of(StoreSamples.observation(9)),
                        List.of(new ItemPosition(8, 0)),
                        Optional.of(false)));

        assertThat(await(exchangeStore.find(run.id(), 3)).orElseThrow().trace().observations())
                .containsExactly(changed, StoreSamples.observation(8));
        assertThat(await(exchangeStore.list(run.id(), 2, 10)))
                .allMatch(one -> one.trace().observations().isEmpty());
        assertThat(await(exchangeStore.numbered(run.id(), List.of(3, 4))))
                .extracting(one -> one.trace().observations())
                .containsExactly(
                        List.of(changed, StoreSamples.observation(8)), List.of(changed, StoreSamples.observation(9)));
        assertThat(await(exchangeStore.numbered(run.id(), List.of(1, 2, 3, 4))))
                .extracting(one -> one.trace().observations().size())
                .containsExactly(2, 2, 2, 2);
        assertThat(rows("SELECT count(*) FROM observed_item WHERE run_id = '" + run.id() + "'"))
                .isEqualTo(5);
        assertThat(rows("SELECT count(*) FROM request_observations('" + run.id() + "', 4)"))
                .isEqualTo(2);
        assertThat(await(exchangeStore.admit(
                                run,
                                HistoryLookupKeys.of(
                                        new LookupKeys(Set.of(TOKEN), Set.of(), Set.of(), Set.of(), "no"))))
                        .history()
                        .observed())
                .containsEntry(
                        4,
                        new ObservationDigests(
                                false,
                                Map.of(
                                        new ItemPosition(9, 0),
                                        ObservationDigests.of(StoreSamples.observation(9)),
                                        new ItemPosition(8, 0),
                                        ObservationDigests.ENDED)))
                .containsEntry(3, new ObservationDigests(false, Map.of()));
    }

    private void begin(Run run, int parent, ObservationChanges changes) {
        var link = new ConversationLink(1, OptionalInt.of(parent), 1, 2);
        String key = "after-" + parent;
        var traced = new TraceResult(link, StoreSamples.facts(key), List.of(), changes);
        int number = await(exchangeStore.admit(run, StoreSamples.clues(key))).number();
        await(exchangeStore.begin(
                number,
                StoreSamples.traced(StoreSamples.start(run.id(), link, key, List.of()), traced),
                new Beginning()));
    }

    @Test
    void readsAHistoryOfMoreRowsThanAreReadAtOnce() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "first", TOKEN);
        for (int i = 2; i <= 251; i++) {
            begin(run, new ConversationLink(1, OptionalInt.of(1), 1, 2), "later " + i, "");
        }

        RunHistory history = await(exchangeStore.admit(
                        run, HistoryLookupKeys.of(new LookupKeys(Set.of(TOKEN), Set.of(), Set.of(), Set.of(), "no"))))
                .history();

        assertThat(history.exchanges())
                .extracting(TracedExchange::number)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 251).boxed().toList());
    }

    @Test
    void findsConversationsByVeryManyClues() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "first", TOKEN);
        begin(run, ConversationLink.start(), "second", "");
        begin(run, ConversationLink.start(), "third", "[THINK-ANT-T1-33333333]");
        Set<String> many =
                IntStream.range(0, 9_000).mapToObj(i -> "clue " + i).collect(Collectors.toCollection(HashSet::new));
        Set<String> tokens = new HashSet<>(many);
        tokens.add(TOKEN);
        Set<String> hashes = new HashSet<>(many);
        hashes.add("content-second");

        RunHistory history = await(exchangeStore.admit(
                        run, HistoryLookupKeys.of(new LookupKeys(tokens, many, hashes, Set.of(), "no"))))
                .history();

        assertThat(history.exchanges()).extracting(TracedExchange::number).containsExactly(1, 2);
    }

    @Test
    void leavesNothingOfALargeRequestToARunThatIsGone() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        ExchangeStart start =
                StoreSamples.start(new RunId("7".repeat(25)), ConversationLink.start(), "gone", List.of());

        assertThatThrownBy(() -> await(
                        exchangeStore.begin(1, StoreSamples.withBody(start, new byte[3_000_000]), new Beginning())))
                .isInstanceOf(UnknownRunException.class);

        assertThat(await(exchangeStore.find(run.id(), 1))).isEmpty();
        assertThat(rows("SELECT count(*) FROM body_piece")).isZero();
        assertThat(rows("SELECT count(*) FROM exchange_body WHERE run_id = '" + "7".repeat(25) + "'"))
                .isZero();
    }

    private long rows(String count) {
        return await(pool.query(count).execute()).iterator().next().getLong(0);
    }

    @Test
    void leavesAnExchangeUnderWayOpen() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        int number = begin(run, ConversationLink.start(), "k", TOKEN);
        RecordedExchange found = await(exchangeStore.find(run.id(), number)).orElseThrow();

        assertThat(found.end()).isEmpty();
        assertThat(found.trace().outcome()).isEqualTo(ExchangeOutcome.OPEN);
    }

    @Test
    void namesAConversationByTheExchangeThatBeganIt() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "a", "");
        begin(run, ConversationLink.start(), "b", "");
        begin(run, new ConversationLink(2, OptionalInt.of(2), 1, 2), "c", "");

        assertThat(await(exchangeStore.list(run.id(), 0, 10)))
                .extracting(exchange -> exchange.trace().link().conversation())
                .containsExactly(1, 2, 2);
    }

    @Test
    void listsExchangesAboveANumber() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        IntStream.rangeClosed(1, 5).forEach(i -> begin(run, ConversationLink.start(), "k" + i, ""));

        assertThat(await(exchangeStore.list(run.id(), 2, 2)))
                .extracting(exchange -> exchange.trace().number())
                .containsExactly(3, 4);
    }

    @Test
    void givesEveryRequestOfManyAtOnceItsOwnNumber() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        List<Uni<Admission>> requests = IntStream.range(0, 100)
                .mapToObj(i -> exchangeStore.admit(run, StoreSamples.clues("body-" + i)))
                .toList();

        List<Admission> admitted = await(Uni.join().all(requests).andFailFast());

        assertThat(admitted.stream().map(Admission::number).sorted().toList())
                .isEqualTo(IntStream.rangeClosed(1, 100).boxed().toList());
        assertThat(await(runStore.find(run.id())).orElseThrow())
                .returns(100, Run::exchanges)
                .returns(RunState.RUNNING, Run::state);
    }

    static List<HistoryLookupKeys> cluesOfTheFirstConversation() {
        return List.of(
                HistoryLookupKeys.of(new LookupKeys(Set.of(TOKEN), Set.of(), Set.of(), Set.of(), "no")),
                HistoryLookupKeys.of(new LookupKeys(Set.of(), Set.of("call_first"), Set.of(), Set.of(), "no")),
                HistoryLookupKeys.of(new LookupKeys(Set.of(), Set.of(), Set.of("content-first"), Set.of(), "no")),
                HistoryLookupKeys.of(new LookupKeys(Set.of(), Set.of(), Set.of(), Set.of("first"), "no")),
                HistoryLookupKeys.of(
                        new LookupKeys(Set.of(), Set.of(), Set.of("content-unknown"), Set.of(), "body-first")));
    }

    @ParameterizedTest
    @MethodSource("cluesOfTheFirstConversation")
    void findsAWholeConversationByEachClue(HistoryLookupKeys lookupKeys) {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "first", TOKEN);
        begin(run, ConversationLink.start(), "other", "[THINK-ANT-T1-99999999]");
        begin(run, new ConversationLink(1, OptionalInt.of(1), 1, 2), "third", "[THINK-ANT-T1-88888888]");

        RunHistory history = await(exchangeStore.admit(run, lookupKeys)).history();

        assertThat(history.exchanges()).extracting(TracedExchange::number).containsExactly(1, 3);
        assertThat(history.exchanges().getFirst().items())
                .containsExactly(StoreSamples.item(0, TOKEN, Optional.of("call_first")));
        assertThat(history.foreignTokens()).isEmpty();
    }

    @Test
    void findsOnlyTheLatestIdenticalRequestForOneThatCarriesNothing() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "same", TOKEN);
        begin(run, ConversationLink.start(), "same", "[THINK-ANT-T1-88888888]");
        begin(run, ConversationLink.start(), "other", "");

        RunHistory history =
                await(exchangeStore.admit(run, StoreSamples.clues("body-same"))).history();

        assertThat(history.exchanges()).singleElement().satisfies(exchange -> {
            assertThat(exchange.number()).isEqualTo(2);
            assertThat(exchange.facts().bodyHash()).isEqualTo("body-same");
            assertThat(exchange.facts()).isEqualTo(StoreSamples.facts("body-same"));
            assertThat(exchange.items())
                    .as("nothing of an answer can be matched")
                    .isEmpty();
        });
    }

    @Test
    void findsNothingForARequestWithoutKnownClues() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "first", TOKEN);

        RunHistory history =
                await(exchangeStore.admit(run, StoreSamples.clues("new"))).history();

        assertThat(history).isEqualTo(RunHistory.empty(run.settings().policy()));
    }

    @Test
    void namesTheRunThatAStrayTokenBelongsTo() {
        Run other = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        String stray = "[THINK-ANT-T1-5eed5eed]";
        begin(other, ConversationLink.start(), "k", stray);

        RunHistory history = await(exchangeStore.admit(
                        run,
                        HistoryLookupKeys.of(new LookupKeys(
                                Set.of(stray, "[THINK-ANT-T1-ffffffff]"), Set.of(), Set.of(), Set.of(), "b"))))
                .history();

        assertThat(history.exchanges()).isEmpty();
        assertThat(history.foreignTokens()).isEqualTo(Map.of(stray, other.id().value()));
    }

    @Test
    void takesNoRequestIntoASealedRun() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(runStore.seal(run.id()));

        assertThatThrownBy(() -> await(exchangeStore.admit(run, StoreSamples.clues("b"))))
                .isInstanceOf(RunSealedException.class)
                .hasMessageContaining(run.id().value());
    }

    @Test
    void takesNoRequestIntoADeletedRun() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(runStore.delete(run.id()));

        assertThatThrownBy(() -> await(exchangeStore.admit(run, StoreSamples.clues("b"))))
                .isInstanceOf(UnknownRunException.class);
    }

    @Test
    void givesTheScorerEveryExchangeWithItsEvidence() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        begin(run, ConversationLink.start(), "a", TOKEN);
        begin(run, new ConversationLink(1, OptionalInt.of(1), 1, 2), "b", "", StoreSamples.observation(1));

        ScoredExchanges.Result scored = await(exchangeStore.score(run));

        assertThat(scored.tally().exchanges()).isEqualTo(2);
        assertThat(scored.mix().first().getLast().trace().observations()).containsExactly(StoreSamples.observation(1));
        assertThat(scored.score().verdict().items()).first().satisfies(item -> {
            assertThat(item.exchange()).isEqualTo(1);
            assertThat(item.observedIn()).isEqualTo(2);
        });
    }

    private int begin(Run run, ConversationLink conversationLink, String key, String token, Observation... seen) {
        int number = await(exchangeStore.admit(run, StoreSamples.clues("body of " + key)))
                .number();
        List<PlantedItem> items =
                token.isEmpty() ? List.of() : List.of(StoreSamples.item(0, token, Optional.of("call_" + key)));
        await(exchangeStore.begin(
                number, StoreSamples.start(run.id(), conversationLink, key, items, seen), new Beginning()));
        return number;
    }
}
