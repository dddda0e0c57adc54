package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.journal.RepeatedAnswers;
import dev.throughline.run.lifecycle.RunStore;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// Indexes hold a hash of long keys. Each statement that looks such a key up compares its hash as well, and the planner
/// takes that index instead of reading the run.
@QuarkusTest
class KeyLookupPlansIT {
    private static final String EXCHANGES = """
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome)
            SELECT $1, n, 'plans', now(), 'openai-chat', 'POST', '/', '-', true, false, 'plan' || n, 1, '{}', '{}',
                encode(sha256(('b' || n)::bytea), 'hex'), encode(sha256(('c' || n)::bytea), 'hex'), 'COMPLETED'
            FROM generate_series(1, 2000) n""";
    private static final String ITEMS = """
            INSERT INTO item (run_id, exchange, ordinal, category, token, value, block, field, call_id)
            SELECT run_id, number, 0, 'TOOL_ID', '', '', 0, '', 'call_' || number FROM exchange WHERE run_id = $1""";
    private static final String ANALYZE = "ANALYZE exchange";
    private static final String KEYS = "ARRAY['a', 'b']";
    private static final Pattern ACCESS =
            Pattern.compile("(?:using|Index Scan on|Seq Scan on) ((?:exchange|item)\\w*)");

    @Inject
    Pool pool;

    @Inject
    RunStore runStore;

    @Test
    void findsAnIdenticalRequestByTheHashOfItsBody() {
        assertThat(accessed(RunNumbers.NUMBER.replace("$2", KEYS).replace("$3", "0")))
                .containsExactly("exchange_body_hash");
    }

    @Test
    void readsTheLatestOfManyIdenticalRequestsOnly() {
        String number = RunNumbers.NUMBER.replace("$2", "ARRAY['a']").replace("$3", "0");
        String named = HistoryLookup.NAMED.replaceAll("\\$[2-5]", KEYS).replace("$6", "'a'");
        String identical = "UPDATE exchange SET body_hash = 'a' WHERE run_id = $1";
        for (String sql : new String[] {number, named}) {
            for (String[] rows :
                    new String[][] {{EXCHANGES}, {EXCHANGES, identical}, {EXCHANGES, identical, ANALYZE}}) {
                assertThat(String.join("\n", plan(sql, rows)))
                        .contains("Index Scan using exchange_body_hash on exchange");
            }
        }
    }

    @Test
    void findsAnswersByTheHashOfTheirContentAndCalls() {
        String named = HistoryLookup.NAMED_NUMBERS.replaceAll("\\$[2-5]", KEYS);

        assertThat(accessed(named)).contains("exchange_content_hash", "exchange_answer_key", "item_run_call");
        assertThat(accessed(named)).doesNotContain("exchange", "item", "exchange_pkey", "item_pkey");
    }

    @Test
    void findsRepeatedAnswersByTheHashOfTheirContentAndCalls() {
        var answer = new RepeatedAnswers.Answers("(SELECT) AS recorded", "$1", "1", "'c'");

        assertThat(accessed(RepeatedAnswers.markCalls(answer, KEYS)))
                .contains("exchange_content_hash", "item_run_call")
                .doesNotContain("exchange", "item", "item_pkey");
    }

    /// The indexes that the plan of a statement uses on the tables, and the tables that it reads as a whole.
    /// @param sql of whose parameters only the first, the run, is left
    private Set<String> accessed(String sql) {
        Set<String> accessed = new TreeSet<>();
        plan(sql, EXCHANGES, ITEMS)
                .forEach(row -> ACCESS.matcher(row).results().forEach(found -> accessed.add(found.group(1))));
        return accessed;
    }

    /// @param rows statements that go before
    private List<String> plan(String sql, String... rows) {
        Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        SqlConnection connection = pool.getConnectionAndAwait();
        try {
            connection.query("BEGIN").executeAndAwait();
            for (String one : rows) {
                connection.query(of(run, one)).executeAndAwait();
            }
            List<String> plan = new ArrayList<>();
            connection.query("EXPLAIN " + of(run, sql)).executeAndAwait().forEach(row -> plan.add(row.getString(0)));
            return plan;
        } finally {
            connection.query("ROLLBACK").executeAndAwait();
            connection.closeAndAwait();
        }
    }

    private static String of(Run run, String sql) {
        return sql.replace("$1", "'" + run.id() + "'::text");
    }
}
