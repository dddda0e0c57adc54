package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.sighting.SightingFactory;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// What a request did with an answer is one row, from which each observation is read as it was made.
@QuarkusTest
class ObservedAnswersIT {
    private static final List<String> PATHS = List.of(
            "/messages/12/reasoning_content",
            "/messages/12/content",
            "/messages/12/tool_calls/0",
            "/messages/12/tool_calls/1",
            "/messages/1\u0000/\udc00x",
            "/messages/12/two\nlines",
            "{odd",
            "/");

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    Pool pool;

    @Test
    void everyObservationIsReadAsItWasMade() {
        for (int seed = 0; seed < 40; seed++) {
            var random = new Random(seed);
            List<Observation> made = new ArrayList<>();
            for (int answer = 1; answer <= 3; answer++) {
                for (int ordinal = random.nextInt(3); ordinal < 8; ordinal += 1 + random.nextInt(4) / 3) {
                    made.add(new Observation(answer, ordinal, due(random), scope(random), sighting(random)));
                }
            }
            Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
            int number = begin(run, made.toArray(Observation[]::new));

            assertThat(await(exchangeStore.find(run.id(), number))
                            .orElseThrow()
                            .trace()
                            .observations())
                    .as("seed %d", seed)
                    .isEqualTo(made);
        }
    }

    @Test
    void anAnswerThatCameBackWholeIsOneRow() {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        Observation[] made = new Observation[6];
        for (int i = 0; i < made.length; i++) {
            made[i] = new Observation(
                    1, i, Observation.Due.MUST, Observation.Scope.WITHIN_TURN, kept(PATHS.get(i % 4), ""));
        }
        begin(run, made);

        assertThat(text(
                        "SELECT start || translate(sighted, E'\\n', ',') || coalesce(ordinals::text, '')"
                                + " FROM observation WHERE run_id = $1",
                        run.id().value()))
                .isEqualTo("/messages/12/reasoning_content,/content,/tool_calls/0,/tool_calls/1,"
                        + "/reasoning_content,/content");
    }

    /// The first is whole; what the second and third have in common with the one before overlaps.
    @Test
    void bodiesWithAnyCommonBeginningAndEndAreRebuilt() {
        String run = "rebuilt-" + Math.abs(new Random().nextInt());
        for (String row : List.of("1, 'abcdef', NULL, NULL, NULL", "2, 'X', 1, 4, 3", "3, 'Y', 2, 7, 1")) {
            text(
                    "INSERT INTO exchange_body (run_id, exchange, body, base, head, tail) VALUES ($1, " + row
                            + ") RETURNING run_id",
                    run);
        }

        assertThat(text(
                        "SELECT string_agg(convert_from(body, 'UTF8'), ' ' ORDER BY exchange) FROM request_body"
                                + " WHERE run_id = $1",
                        run))
                .isEqualTo("abcdef abcdXdef abcdXdeYf");
        text("DELETE FROM exchange_body WHERE run_id = $1 RETURNING run_id", run);
    }

    private int begin(Run run, Observation... made) {
        int number = await(exchangeStore.admit(run, StoreSamples.clues("b"))).number();
        await(exchangeStore.begin(
                number, StoreSamples.start(run.id(), ConversationLink.start(), "k", List.of(), made), new Beginning()));
        return number;
    }

    private String text(String sql, String run) {
        return await(pool.preparedQuery(sql)
                .execute(Tuple.of(run))
                .map(rows -> rows.iterator().next().getString(0)));
    }

    private static Observation.Due due(Random random) {
        return random.nextInt(3) == 0 ? Observation.Due.MAY : Observation.Due.MUST;
    }

    private static Observation.Scope scope(Random random) {
        return random.nextInt(5) == 0 ? Observation.Scope.ACROSS_TURNS : Observation.Scope.WITHIN_TURN;
    }

    private static Sighting sighting(Random random) {
        String path = PATHS.get(random.nextInt(PATHS.size()));
        return switch (random.nextInt(6)) {
            case 0 -> SightingFactory.absentTurn();
            case 1 -> kept(path, "reasoning_content");
            case 2 ->
                new Sighting(
                        true,
                        Sighting.Place.ELSEWHERE,
                        Sighting.TextMatch.CHANGED,
                        Sighting.SignatureMatch.SAME,
                        false,
                        random.nextInt(3),
                        path,
                        "",
                        Optional.of("byte 3: \u0000 became \udc00"));
            default -> kept(path, "");
        };
    }

    private static Sighting kept(String path, String field) {
        return new Sighting(
                true,
                Sighting.Place.OWN,
                Sighting.TextMatch.EXACT,
                Sighting.SignatureMatch.NOT_ISSUED,
                true,
                1,
                path,
                field,
                Optional.empty());
    }
}
