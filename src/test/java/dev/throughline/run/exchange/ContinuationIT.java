package dev.throughline.run.exchange;

import dev.throughline.conversation.Dialect;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.testing.Expensive;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.GeneratedTraffic;
import dev.throughline.trace.RecordedTraffic;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.trace.history.MessageChain;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// The database finds what a request continues exactly where the record in memory does, and what is found
/// is what the tracer finds by reading the whole history of the run.
@Expensive(8)
@QuarkusTest
class ContinuationIT {
    private static final int RUNS = 8;
    private static final int EXCHANGES = 24;

    /// As set for the pool.
    private static final int CONNECTIONS = 16;
    /// Executions after which PostgreSQL compares a plan for any values with those that it made; source: its
    /// manual, PREPARE.
    private static final int PLANNED_AT_FIRST = 5;
    /// New statistics let it compare once more, now and then.
    private static final int PLANNED_AT_MOST = 2 * PLANNED_AT_FIRST;

    /// How the statements start that record an exchange. Other tests leave theirs on the same connections.
    private static final List<String> OF_EVERY_EXCHANGE = List.of(
            "SELECT e.number, e.answer_key",
            "WITH RECURSIVE named AS",
            "WITH numbered AS",
            "WITH given (run_id",
            "WITH ended AS");

    @Inject
    Pool pool;

    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    /// A statement that is parsed or planned at each execution costs PostgreSQL more than the rest of it.
    @Test
    void itsStatementsArePreparedAndPlannedOnce() {
        findsWhatTheWholeHistoryGives(Dialect.ANTHROPIC);

        List<Prepared> prepared = prepared();

        for (String start : OF_EVERY_EXCHANGE) {
            assertThat(prepared)
                    .filteredOn(statement -> statement.sql().startsWith(start))
                    .as(start)
                    .isNotEmpty()
                    .allSatisfy(statement -> assertThat(statement.plannedForItsValues())
                            .as(statement.sql())
                            .isLessThanOrEqualTo(PLANNED_AT_MOST));
        }
    }

    private record Prepared(String sql, long plannedForItsValues) {}

    private List<Prepared> prepared() {
        List<SqlConnection> connections = new ArrayList<>();
        List<Prepared> prepared = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(await(
                        Uni.createFrom().completionStage(pool.getConnection().toCompletionStage())));
            }
            for (SqlConnection connection : connections) {
                var rows = connection
                        .query("SELECT statement, custom_plans FROM pg_prepared_statements")
                        .execute();
                await(Uni.createFrom().completionStage(rows.toCompletionStage()))
                        .forEach(row -> prepared.add(new Prepared(row.getString(0), row.getLong(1))));
            }
        } finally {
            connections.forEach(SqlConnection::close);
        }
        return prepared;
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void findsWhatTheWholeHistoryGives(Dialect dialect) {
        int continued = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            Run run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
            var traffic = new GeneratedTraffic(dialect, new Random(seed));
            var recorded = new RecordedTraffic(run.settings().policy());
            while (recorded.size() < EXCHANGES) {
                List<GeneratedTraffic.Sent> sent = traffic.next();
                List<TraceResult> traced = new ArrayList<>();
                List<Integer> numbers = new ArrayList<>();
                for (GeneratedTraffic.Sent one : sent) {
                    Admission admission = await(exchangeStore.admit(
                            run,
                            HistoryLookupKeys.continuing(
                                    one.request(), MessageChain.of(one.request()), one.bodyHash(), Map.of(), 0)));
                    TraceResult whole =
                            HistoryTracer.trace(one.request(), one.bodyHash(), Map.of(), recorded.history());

                    assertThat(admission.continued())
                            .as("%s, seed %d, request %d", dialect, seed, admission.number())
                            .isEqualTo(recorded.continued(one));
                    admission.continued().ifPresent(found -> {
                        assertThat(found.link()).isEqualTo(whole.link());
                        assertThat(found.facts()).isEqualTo(whole.facts());
                        assertThat(found.changes()).isEqualTo(whole.changes());
                        assertThat(found.settled()).isEqualTo(whole.settled());
                    });
                    continued += admission.continued().isPresent() ? 1 : 0;
                    traced.add(admission.continued().orElse(whole));
                    numbers.add(admission.number());
                }
                for (int i = 0; i < sent.size(); i++) {
                    TracedExchange exchange = traffic.answer(sent.get(i), traced.get(i), numbers.get(i));
                    recorded.add(exchange, traced.get(i));
                    record(run, exchange, traced.get(i));
                }
            }
        }
        assertThat(continued).isGreaterThan(RUNS * EXCHANGES / 8);
    }

    private void record(Run run, TracedExchange exchange, TraceResult traced) {
        ExchangeStart like = StoreSamples.start(run.id(), traced.link(), exchange.answerKey(), List.of());
        await(exchangeStore.begin(
                exchange.number(),
                new ExchangeStart(
                        like.run(),
                        like.received(),
                        traced.facts().dialect(),
                        like.method(),
                        like.path(),
                        like.client(),
                        like.stream(),
                        like.answerKey(),
                        like.body(),
                        traced,
                        List.of(),
                        "",
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        false,
                        BodyDigest.NONE),
                new Beginning()));
        if (exchange.outcome() != ExchangeOutcome.OPEN) {
            ExchangeEnd end = StoreSamples.completed();
            var produced = new AnswerOutcome(
                    exchange.items(), exchange.contentHash().orElse(""), List.of(), Optional.empty(), Optional.empty());
            await(exchangeStore.end(
                    new AnswerIdentity(run.id(), exchange.number(), exchange.answerKey()),
                    new ExchangeEnd(
                            exchange.outcome(),
                            end.status(),
                            end.tokens(),
                            end.usage(),
                            end.timing(),
                            produced,
                            end.error())));
        }
    }
}
