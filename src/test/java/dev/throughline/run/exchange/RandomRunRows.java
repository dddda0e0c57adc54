package dev.throughline.run.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.RunId;
import dev.throughline.store.StoredJson;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PrefixFacts;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.repair.Repair;
import dev.throughline.trace.repair.RepairSeries;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// Writes random exchanges into a run whose first exchange was recorded: conversations that fork, alternate and carry
/// answers of one another, answers in progress, numbers that are never taken.
final class RandomRunRows {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int ITEMS = 3;
    private static final String EXCHANGES = """
            INSERT INTO exchange SELECT made.*
            FROM exchange e, jsonb_array_elements($2::text::jsonb) AS patch, jsonb_populate_record(e, patch || '{"instance_id": "elsewhere"}') AS made
            WHERE e.run_id = $1 AND e.number = 1""";
    /// A service that never ends: no other closes its answers in progress.
    private static final String ELSEWHERE = """
            INSERT INTO instance VALUES ('elsewhere', 'elsewhere', 1, now(), now() + interval '1 day')
            ON CONFLICT DO NOTHING""";
    private static final String OBSERVATIONS = """
            INSERT INTO observation (run_id, observer, exchange, first, due, scope, start, sighted, digests)
            SELECT $1, o.observer, o.exchange, o.ordinal, o.due, o.scope, '', coalesce(o.sighting::text, ''),
                '{0}'
            FROM jsonb_to_recordset($2::text::jsonb) AS o (observer integer, exchange integer,
                ordinal integer, due text, scope text, sighting jsonb) ON CONFLICT DO NOTHING""";
    private static final String ANSWERS = """
            INSERT INTO item (run_id, exchange, ordinal, category, token, value, block, field, signature)
            SELECT $1, i.exchange, i.ordinal, i.category, '', 'a', 0, 'f', CASE WHEN i.ordinal = 0 THEN i.signature END
            FROM jsonb_to_recordset($2::text::jsonb)
                AS i (exchange integer, ordinal integer, category text, signature text) ON CONFLICT DO NOTHING""";

    private final Pool pool;
    private final RunId run;
    private final Random random;
    private final int losing;
    private final Map<Integer, ConversationLink> links = new HashMap<>();
    private final List<Integer> tips = new ArrayList<>();
    private final Set<Integer> answered = new TreeSet<>();
    private int last = 1;

    /// @param losing one item of so many is lost
    RandomRunRows(Pool pool, RunId run, Random random, int losing) {
        this.pool = pool;
        this.run = run;
        this.random = random;
        this.losing = losing;
        links.put(1, new ConversationLink(1, OptionalInt.empty(), 1, 1));
        tips.add(1);
        pool.query(ELSEWHERE).executeAndAwait();
    }

    /// Adds exchanges.
    /// @return number of the last one
    int add(int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            last++;
            if (random.nextInt(200) > 0 || i + 1 == count) {
                numbers.add(last);
            }
        }
        write(numbers);
        return last;
    }

    private void write(List<Integer> numbers) {
        ArrayNode exchanges = JSON.createArrayNode();
        ArrayNode observations = JSON.createArrayNode();
        ArrayNode items = JSON.createArrayNode();
        for (int number : numbers) {
            ConversationLink link = link(number);
            boolean isWhole = link.parent().isEmpty() || random.nextInt(25) == 0;
            String outcome = random.nextInt(25) == 0 ? "OPEN" : random.nextInt(60) == 0 ? "INTERRUPTED" : ended();
            exchanges.add(exchange(number, link, outcome, !isWhole));
            link.parent().ifPresent(parent -> observeAll(number, parent, observations, isWhole));
            links.put(number, link);
            tips.add(number);
            if (!outcome.equals("OPEN") || random.nextBoolean()) {
                answer(number, items);
            }
        }
        execute(EXCHANGES, exchanges);
        execute(OBSERVATIONS, observations);
        execute(ANSWERS, items);
    }

    private void execute(String sql, ArrayNode rows) {
        pool.preparedQuery(sql).executeAndAwait(Tuple.of(run.value(), rows.toString()));
    }

    private ConversationLink link(int number) {
        if (random.nextInt(12) == 0) {
            return new ConversationLink(number, OptionalInt.empty(), 1, 1);
        }
        int among = random.nextInt(5) == 0 ? tips.size() : Math.min(20, tips.size());
        int parent = tips.get(tips.size() - 1 - random.nextInt(among));
        if (parent >= number) {
            return new ConversationLink(number, OptionalInt.empty(), 1, 1);
        }
        ConversationLink before = links.get(parent);
        return random.nextInt(3) == 0
                ? new ConversationLink(before.conversation(), OptionalInt.of(parent), before.turn() + 1, 1)
                : new ConversationLink(before.conversation(), OptionalInt.of(parent), before.turn(), before.step() + 1);
    }

    private ObjectNode exchange(int number, ConversationLink link, String outcome, boolean observesChanges) {
        ObjectNode patch = JSON.createObjectNode();
        patch.put("number", number)
                .put("conversation", link.conversation())
                .put("answer_key", "k" + number)
                .put("body_hash", "b" + number)
                .put("content_hash", "")
                .put("observes_changes", observesChanges)
                .put("outcome", outcome)
                .put("unrecorded", random.nextInt(300) == 0);
        patch.set("link", tree(link));
        patch.set("facts", tree(facts()));
        patch.set("anomalies", tree(anomalies()));
        patch.set("repairs", tree(repairs()));
        return patch;
    }

    private String ended() {
        return random.nextInt(30) == 0 ? "CLIENT_GONE" : random.nextInt(30) == 0 ? "FAILED" : "COMPLETED";
    }

    private RequestFacts facts() {
        Set<PrefixPart> changed = random.nextInt(40) == 0 ? Set.of(PrefixPart.values()[random.nextInt(4)]) : Set.of();
        List<ForeignToken> foreign = random.nextInt(2_000) == 0
                ? List.of(new ForeignToken("[THINK-OAI-T1-00000000]", "/messages/1", "other"))
                : List.of();
        return new RequestFacts(
                        Dialect.ANTHROPIC,
                        random.nextInt(5_000) == 0 ? "other" : "stub",
                        random.nextInt(30) == 0 ? RequestKind.TITLE : RequestKind.MAIN,
                        3,
                        1,
                        2,
                        4,
                        random.nextInt(20) == 0
                                ? Map.of("/chat_template_kwargs/depth", IntNode.valueOf(random.nextInt(4)))
                                : Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        "body",
                        OptionalInt.empty(),
                        foreign,
                        Optional.empty(),
                        Optional.empty())
                .with(Optional.of(new PrefixFacts("s", "t", 1, "h", "f", Optional.of(changed))));
    }

    private List<RecordedAnomaly> anomalies() {
        return random.nextInt(40) == 0 ? List.of(new RecordedAnomaly("odd", 1, "")) : List.of();
    }

    private List<RepairSeries> repairs() {
        int count = random.nextInt(40) == 0 ? 1 + random.nextInt(3) : 0;
        return RepairSeries.of(IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Repair("/messages/" + i, i, Repair.By.CALL_ID, 2))
                .toList());
    }

    /// A request whose rows are all that it did has none about what it does not carry.
    private void observeAll(int number, int parent, ArrayNode rows, boolean isWhole) {
        observe(number, parent, rows, false);
        int at = parent;
        while (random.nextInt(3) == 0 && links.get(at).parent().isPresent()) {
            at = links.get(at).parent().getAsInt();
            observe(number, at, rows, !isWhole && random.nextInt(4) == 0);
        }
        if (random.nextInt(60) == 0) {
            int other = tips.get(random.nextInt(tips.size()));
            if (other < number) {
                observe(number, other, rows, false);
            }
        }
    }

    private void observe(int number, int answer, ArrayNode rows, boolean isEnded) {
        if (!answered.contains(answer)) {
            return;
        }
        for (int ordinal = 0; ordinal < ITEMS; ordinal++) {
            if (random.nextInt(8) > 0) {
                ObjectNode row = rows.addObject();
                row.put("observer", number).put("exchange", answer).put("ordinal", ordinal);
                row.put("due", isEnded ? "NONE" : random.nextInt(5) == 0 ? Due.MAY.name() : Due.MUST.name());
                row.put("scope", isEnded ? "" : Scope.values()[random.nextInt(Scope.values().length)].name());
                row.set("sighting", isEnded ? null : tree(sighting()));
            }
        }
    }

    private Sighting sighting() {
        Place place = random.nextInt(losing) == 0 ? Place.values()[random.nextInt(Place.values().length)] : Place.OWN;
        return new Sighting(
                random.nextInt(10) > 0,
                place,
                place == Place.NOWHERE ? Sighting.TextMatch.NONE : Sighting.TextMatch.EXACT,
                Sighting.SignatureMatch.NOT_ISSUED,
                true,
                1,
                "/messages/1",
                "f",
                Optional.empty());
    }

    private void answer(int number, ArrayNode rows) {
        answered.add(number);
        for (int ordinal = 0; ordinal < ITEMS; ordinal++) {
            rows.addObject()
                    .put("exchange", number)
                    .put("ordinal", ordinal)
                    .put("category", (ordinal < 2 ? Category.THINK : Category.CONTENT).name())
                    .put("signature", random.nextInt(3) == 0 ? "proof" : null);
        }
    }

    private static JsonNode tree(Object value) {
        try {
            return JSON.readTree(StoredJson.write(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
