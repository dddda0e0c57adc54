package dev.throughline.run.lifecycle;

import dev.throughline.backend.Backends;
import dev.throughline.run.RunId;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.store.ServiceInstance;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.stream.StreamSupport;
import org.jboss.logging.Logger;

/// The processes that share the database. A process is gone if it signed off, if its pid means something to this one
/// and it has ended, or if its heartbeat has been missing for too long; its open exchanges then become INTERRUPTED.
@ApplicationScoped
public class InstanceRegistry {
    private static final Logger LOG = Logger.getLogger(InstanceRegistry.class);
    private static final String REGISTER =
            "INSERT INTO instance (instance_id, host, pid, started, seen, backends) VALUES ($1, $2, $3, $4, now(), $5)";
    private static final String BEAT = "UPDATE instance SET seen = now() WHERE instance_id = $1";
    private static final String LEAVE = "DELETE FROM instance WHERE instance_id = ANY ($1)";
    private static final String KNOWN_ELSEWHERE =
            "SELECT EXISTS (SELECT FROM instance WHERE $1 = ANY (backends) AND instance_id <> $2)";
    private static final String NEIGHBORS =
            "SELECT instance_id, pid, started FROM instance WHERE host = $1 AND instance_id <> $2";
    // Who was silent too, as all are while the database is away, accuses nobody.
    private static final String SILENT = """
            WITH silent AS (SELECT instance_id FROM instance WHERE seen < now() - $1 * interval '1 millisecond')
            DELETE FROM instance WHERE instance_id IN (SELECT * FROM silent) AND $2 NOT IN (SELECT * FROM silent)""";
    private static final String INTERRUPT = """
            UPDATE exchange SET outcome = 'INTERRUPTED', error = 'the service stopped while the answer was in flight'
            WHERE outcome = 'OPEN' AND instance_id <> ALL (SELECT instance_id FROM instance) AND instance_id <> $1
            RETURNING run_id""";

    private final Pool pool;
    private final ServiceInstance self;
    private final Backends backends;
    private final RunEventSource events;
    private final Duration timeout;

    InstanceRegistry(Pool pool, ServiceInstance self, Backends backends, RunEventSource events, RunConfig config) {
        this.pool = pool;
        this.self = self;
        this.backends = backends;
        this.events = events;
        this.timeout = config.instanceTimeout();
    }

    Uni<Void> register() {
        return run(
                REGISTER,
                Tuple.of(self.id(), self.host(), self.pid(), self.started().atOffset(ZoneOffset.UTC))
                        .addArrayOfString(backends.names().toArray(String[]::new)));
    }

    /// Whether another process has a backend of this name: one of other settings, in the middle of a rolling restart.
    public Uni<Boolean> isBackendElsewhere(String name) {
        return pool.preparedQuery(KNOWN_ELSEWHERE)
                .execute(Tuple.of(StoredText.encode(name), self.id()))
                .map(found -> found.iterator().next().getBoolean(0));
    }

    /// Sends a heartbeat. After a long silence other processes considered this one gone; then it registers again.
    Uni<Void> beat() {
        return pool.preparedQuery(BEAT)
                .execute(Tuple.of(self.id()))
                .chain(beaten ->
                        beaten.rowCount() == 0 ? register() : Uni.createFrom().voidItem());
    }

    /// Removes processes that are gone and closes their exchanges, for which nobody shall wait.
    Uni<Void> closeInterrupted() {
        return forgetEnded()
                .chain(() -> run(SILENT, Tuple.of((double) timeout.toMillis(), self.id())))
                .chain(() -> interrupt(self.id()));
    }

    Uni<Void> leave() {
        return forget(self.id()).chain(() -> interrupt(""));
    }

    private Uni<Void> forgetEnded() {
        return pool.preparedQuery(NEIGHBORS)
                .execute(Tuple.of(self.host(), self.id()))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .filter(InstanceRegistry::hasEnded)
                        .map(row -> row.getString(0))
                        .toArray(String[]::new))
                .chain(ids -> forget(ids));
    }

    private Uni<Void> forget(String... ids) {
        return ids.length == 0
                ? Uni.createFrom().voidItem()
                : run(LEAVE, Tuple.tuple().addArrayOfString(ids));
    }

    /// @param living a process that is not gone, though a failover may have lost its row
    private Uni<Void> interrupt(String living) {
        return pool.preparedQuery(INTERRUPT)
                .execute(Tuple.of(living))
                .invoke(closed -> {
                    if (closed.rowCount() > 0) {
                        LOG.infof("closed exchanges that were interrupted count=%d", closed.rowCount());
                    }
                    closed.forEach(row -> events.publish(new RunId(row.getString(0))));
                })
                .replaceWithVoid();
    }

    // Pids are reused: the process is the same only if it was started at the same time.
    private static boolean hasEnded(Row row) {
        OffsetDateTime started = row.getOffsetDateTime(2);
        return ProcessHandle.of(row.getLong(1))
                .flatMap(process -> process.info().startInstant())
                .map(start ->
                        Math.abs(Duration.between(start, started.toInstant()).toSeconds()) > 1)
                .orElse(true);
    }

    private Uni<Void> run(String sql, Tuple values) {
        return pool.preparedQuery(sql).execute(values).replaceWithVoid();
    }
}
