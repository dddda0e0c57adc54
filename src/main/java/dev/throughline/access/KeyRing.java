package dev.throughline.access;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The valid keys with the sessions of browsers that signed in with them, held in memory: requests with a known key do
/// not read the database, and a flood of invalid keys causes at most one read per `PAUSE`. The usage of a key survives
/// a reload. A session ends with its key.
@ApplicationScoped
class KeyRing {
    private static final Logger LOG = Logger.getLogger(KeyRing.class);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final String VALID = "SELECT * FROM access_key WHERE revoked IS NULL";
    /// A key has its newest 100 sessions.
    private static final String BEGIN_SESSION = """
            UPDATE access_key SET sessions = (array_prepend($2::bytea, sessions))[:100]
            WHERE key_id = $1 AND revoked IS NULL""";

    private static final String END_SESSION =
            "UPDATE access_key SET sessions = array_remove(sessions, $2::bytea) WHERE key_id = $1";

    private final Pool pool;
    private final Map<Limit, Long> defaults;
    private volatile Map<KeyId, Entry> entries = Map.of();

    // Guarded by this.
    private @Nullable Uni<Void> planned;
    private long readNanos = System.nanoTime() - PAUSE.toNanos();
    private long begun;
    private long applied;

    KeyRing(Pool pool, AccessConfig config) {
        this.pool = pool;
        AccessConfig.Limits limits = config.limits();
        this.defaults = Map.of(
                Limit.REQUESTS_PER_MINUTE, limits.requestsPerMinute(),
                Limit.STREAMS, limits.streams(),
                Limit.BODY_BYTES, limits.bodyBytes().asLongValue(),
                Limit.RUNS_PER_DAY, limits.runsPerDay());
    }

    /// The holder of the given key, or of the key that the given session was begun with.
    Optional<Caller.Holder> find(KeyText shown) {
        return Optional.ofNullable(entries.get(shown.id()))
                .filter(entry -> entry.isOpenedBy(shown))
                .map(Entry::holder);
    }

    /// The holder of a key by its id, without authentication.
    Optional<Caller.Holder> find(KeyId id) {
        return Optional.ofNullable(entries.get(id)).map(Entry::holder);
    }

    long size() {
        return entries.size();
    }

    /// Begins a session of a key, which may end the key's oldest one. Other processes learn of it at its first use,
    /// as of a new key.
    Uni<KeyText> beginSession(KeyId key) {
        KeyText session = KeyText.session(key);
        return change(BEGIN_SESSION, session)
                .invoke(() -> read().subscribe().with(_ -> {}, e -> LOG.warn("keys are not read again", e)))
                .replaceWith(session);
    }

    /// Ends a session, here at once; other processes learn of it when they read the keys again.
    Uni<Void> endSession(KeyText session) {
        return change(END_SESSION, session).chain(_ -> read());
    }

    private Uni<RowSet<Row>> change(String sql, KeyText session) {
        Tuple values =
                Tuple.of(session.id().value(), Buffer.buffer(session.hash().bytes()));
        return pool.preparedQuery(sql).execute(values);
    }

    /// Reads the keys again, starting after this call; concurrent callers share one read.
    synchronized Uni<Void> read() {
        Uni<Void> next = planned;
        if (next == null) {
            long since = (System.nanoTime() - readNanos) / 1_000_000;
            long wait = Math.max(1, PAUSE.toMillis() - since);
            next = Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(Duration.ofMillis(wait))
                    .chain(this::load)
                    .memoize()
                    .indefinitely();
            planned = next;
        }
        return next;
    }

    private Uni<Void> load() {
        long turn = begin();
        return pool.query(VALID).execute().invoke(rows -> replace(turn, rows)).replaceWithVoid();
    }

    private synchronized long begin() {
        planned = null;
        readNanos = System.nanoTime();
        return ++begun;
    }

    // A slow read never overwrites a later one: a revoked key would become valid again.
    private synchronized void replace(long turn, RowSet<Row> rows) {
        if (turn < applied) {
            return;
        }
        applied = turn;
        Map<KeyId, Entry> found = new HashMap<>();
        for (Row row : rows) {
            AccessKey key = key(row);
            KeyUsage used = find(key.id())
                    .map(Caller.Holder::allowance)
                    .orElseGet(() -> new KeyUsage(key.limits().over(defaults)));
            found.put(key.id(), new Entry(new Caller.Holder(key, used), sessions(row)));
        }
        entries = Map.copyOf(found);
    }

    private static List<KeyHash> sessions(Row row) {
        return Arrays.stream(row.getDelegate().getArrayOfBuffers("sessions"))
                .map(hash -> new KeyHash(hash.getBytes()))
                .toList();
    }

    private static AccessKey key(Row row) {
        return new AccessKey(
                new KeyId(row.getString("key_id")),
                row.getString("name"),
                Scope.valueOf(row.getString("scope")),
                new KeyHash(row.getBuffer("hash").getBytes()),
                KeyLimits.of(limit -> value(row.getLong(limit.column()))),
                row.getOffsetDateTime("created").toInstant(),
                Optional.empty());
    }

    private static OptionalLong value(@Nullable Long column) {
        return column == null ? OptionalLong.empty() : OptionalLong.of(column);
    }

    private record Entry(Caller.Holder holder, List<KeyHash> sessions) {
        boolean isOpenedBy(KeyText shown) {
            return holder.key().hash().isOf(shown) || sessions.stream().anyMatch(hash -> hash.isOf(shown));
        }
    }
}
