package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RunId;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.DatabaseTimeline;
import dev.throughline.store.StoredText;
import dev.throughline.store.database.Database;
import dev.throughline.stream.StreamEvent;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/// Writes the same tokens to one database in three ways, in turns, and prints tokens per second of each and
/// what they are to one another: a statement and a commit for every token, over all connections; a batch of
/// single tokens in one statement with `unnest`, as large and as many at once as the journal's; and the
/// journal as it is. All go to a key and a partition by day, as the schema has them.
///
/// The ratio is the median over the rounds: within one the load of the machine is much the same. Exits with 1 when the
/// journal writes less than five times what `unnest` does. In this package since a journal is made nowhere else.
///
/// `JournalBench DIRECTORY [ROUNDS]`
final class JournalBench {
    private static final double BAR = 5;
    private static final int WARM_UP = 2;
    private static final int STREAMS = 16;
    private static final int SINGLE = 10_000;
    private static final int UNNEST = 500_000;
    private static final int JOURNAL = 2_000_000;
    private static final int TURN = 256;
    private static final String TABLE = """
            CREATE TABLE bench_token (run_id text NOT NULL, exchange integer NOT NULL, seq integer NOT NULL,
                kind smallint NOT NULL, text text NOT NULL, micros bigint NOT NULL, created timestamptz NOT NULL,
                PRIMARY KEY (run_id, exchange, seq, created)) PARTITION BY RANGE (created)""";
    private static final String DAY = """
            CREATE TABLE bench_token_day PARTITION OF bench_token
            FOR VALUES FROM (now() - interval '1 day') TO (now() + interval '1 day')""";
    private static final String ONE = "INSERT INTO bench_token VALUES ($1, $2, $3, $4, $5, $6, $7)";
    private static final String MANY = """
            INSERT INTO bench_token SELECT $1, t.*, $7 FROM unnest($2::integer[], $3::integer[], $4::smallint[],
                $5::text[], $6::bigint[]) AS t""";

    private final Vertx vertx = Vertx.vertx();
    private final JournalConfig config = new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(JournalConfig.class)
            .build()
            .getConfigMapping(JournalConfig.class);
    private final Pool pool;
    private final Journal journal;

    // Batches are written for recorded exchanges.
    private static final String EXCHANGES = """
            WITH opened AS (
                INSERT INTO run (run_id, state, mode, label, settings, created, last_active, idle_timeout_ms,
                    signature_key)
                VALUES ($1, 'RUNNING', 'STUB', '', '{}', now(), now(), 0, '') RETURNING run_id)
            INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream, faulty,
                answer_key, conversation, link, facts, body_hash, content_hash, outcome)
            SELECT run_id, number, '', now(), '', '', '', '', true, false, '', number, '{}', '{}', '', '', 'OPEN'
            FROM opened, generate_series(0, $2) AS number""";

    /// A way to write tokens to a fresh run.
    private interface Way {
        Future<?> write(RunId run, int tokens);
    }

    private JournalBench(Database database) {
        Map<String, String> settings = database.settings();
        PgConnectOptions options = PgConnectOptions.fromUri(settings.get("quarkus.datasource.reactive.url"))
                .setUser(settings.get("quarkus.datasource.username"))
                .setPassword(settings.get("quarkus.datasource.password"))
                .setCachePreparedStatements(true);
        pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(STREAMS))
                .connectingTo(options)
                .using(vertx)
                .build();
        journal = new Journal(
                vertx, pool, new DatabaseProgress(), config, new RecentWrites(config, new DatabaseTimeline()));
    }

    public static void main(String[] arguments) {
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        double ratio;
        try (Database database = Database.open(Map.of("THROUGHLINE_DATA_DIR", arguments[0]))) {
            var bench = new JournalBench(database);
            ratio = bench.measure(rounds);
            bench.close();
        }
        System.exit(ratio < BAR ? 1 : 0);
    }

    private double measure(int rounds) {
        await(pool.query(TABLE).execute());
        await(pool.query(DAY).execute());
        await(pool.query("SELECT token_slice_partitions_ahead(1)").execute());
        List<Double> single = new ArrayList<>();
        List<Double> unnest = new ArrayList<>();
        List<Double> dense = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 1 - WARM_UP; round <= rounds; round++) {
            double a = perSecond(this::singles, SINGLE);
            double b = perSecond(this::batches, UNNEST);
            double c = perSecond(this::journal, JOURNAL);
            String name = round < 1 ? "warm-up" : "round " + round;
            System.out.printf("%-8s single rows %,9.0f/s   unnest %,9.0f/s   journal %,9.0f/s%n", name, a, b, c);
            if (round > 0) {
                single.add(a);
                unnest.add(b);
                dense.add(c);
                ratios.add(c / b);
            }
        }
        double ratio = median(ratios);
        System.out.printf(
                "medians: journal = %.1f x unnest of single tokens, %.0f x single rows; unnest = %.1f x single rows%n",
                ratio, median(dense) / median(single), median(unnest) / median(single));
        System.out.printf("bar: journal at least %.0f x unnest: %s%n", BAR, ratio < BAR ? "MISSED" : "met");
        return ratio;
    }

    private double perSecond(Way way, int tokens) {
        await(pool.query("CHECKPOINT").execute());
        RunId run = RunId.next(Instant.now());
        long began = System.nanoTime();
        await(way.write(run, tokens));
        double seconds = (System.nanoTime() - began) / 1e9;
        long written = written(run);
        if (written != tokens) {
            throw new IllegalStateException("expected " + tokens + " tokens of run " + run + ", found " + written);
        }
        return tokens / seconds;
    }

    private Future<?> singles(RunId run, int tokens) {
        return spread(STREAMS, stream -> {
            AtomicInteger next = new AtomicInteger();
            return repeat(
                    tokens / STREAMS,
                    next,
                    () -> pool.preparedQuery(ONE)
                            .execute(Tuple.of(
                                    run.value(),
                                    stream,
                                    next.get(),
                                    (short) 4,
                                    text(next.get()),
                                    7L * next.get(),
                                    now())));
        });
    }

    private Future<?> batches(RunId run, int tokens) {
        int batch = config.batchEvents();
        return spread(config.writers(), writer -> {
            int share = tokens / config.writers();
            AtomicInteger next = new AtomicInteger();
            return repeat(Math.ceilDiv(share, batch), next, () -> {
                int first = next.get() * batch;
                return batch(run, writer, first, Math.min(batch, share - first));
            });
        });
    }

    private Future<?> batch(RunId run, int writer, int first, int count) {
        Integer[] exchanges = new Integer[count];
        Integer[] places = new Integer[count];
        Short[] kinds = new Short[count];
        String[] texts = new String[count];
        Long[] micros = new Long[count];
        for (int i = 0; i < count; i++) {
            exchanges[i] = writer;
            places[i] = first + i;
            kinds[i] = 4;
            texts[i] = StoredText.encode(text(first + i));
            micros[i] = 7L * (first + i);
        }
        return pool.preparedQuery(MANY)
                .execute(Tuple.of(run.value(), exchanges, places, kinds, texts, micros)
                        .addValue(now()));
    }

    private Future<?> journal(RunId run, int tokens) {
        await(pool.preparedQuery(EXCHANGES).execute(Tuple.of(run.value(), STREAMS)));
        return spread(STREAMS, stream -> {
            Promise<Void> done = Promise.promise();
            Context loop = vertx.getOrCreateContext();
            loop.runOnContext(started -> stream(
                    loop,
                    journal.open(new AnswerIdentity(run, stream, ""), Beginning.alreadyRecorded()),
                    0,
                    tokens / STREAMS,
                    done));
            return done.future();
        });
    }

    private void stream(Context loop, ExchangeJournal log, int first, int tokens, Promise<Void> done) {
        int end = Math.min(tokens, first + TURN);
        for (int i = first; i < end; i++) {
            log.take(new StreamEvent.TextDelta(text(i)), 7L * i);
        }
        if (end == tokens) {
            log.commit().subscribe().with(committed -> done.complete(), done::fail);
        } else if (log.isFull()) {
            log.onRoom(() -> stream(loop, log, end, tokens, done));
        } else {
            loop.runOnContext(next -> stream(loop, log, end, tokens, done));
        }
    }

    private static Future<?> spread(int count, IntFunction<Future<?>> part) {
        List<Future<?>> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(part.apply(i));
        }
        return Future.all(parts);
    }

    private interface Step {
        Future<?> take();
    }

    private static Future<?> repeat(int times, AtomicInteger next, Step step) {
        Promise<Void> done = Promise.promise();
        again(times, next, step, done);
        return done.future();
    }

    private static void again(int times, AtomicInteger next, Step step, Promise<Void> done) {
        if (next.get() == times) {
            done.complete();
            return;
        }
        step.take()
                .onSuccess(taken -> {
                    next.incrementAndGet();
                    again(times, next, step, done);
                })
                .onFailure(done::fail);
    }

    private long written(RunId run) {
        return await(pool.preparedQuery("SELECT (SELECT count(*) FROM bench_token WHERE run_id = $1)"
                                + " + (SELECT count(*) FROM stream_token WHERE run_id = $1)")
                        .execute(Tuple.of(run.value())))
                .iterator()
                .next()
                .getLong(0);
    }

    // As long as a token of a model is.
    private static String text(int place) {
        return " w" + place % 1_000;
    }

    private static OffsetDateTime now() {
        return Instant.now().atOffset(ZoneOffset.UTC);
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElseThrow();
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void close() {
        await(pool.close());
        await(vertx.close());
    }
}
