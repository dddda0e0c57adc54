package dev.throughline.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/// Meters of what a cell's database keeps for its subscribers: while its home is away its disk fills, up to
/// `max_slot_wal_keep_size`. Read only where `throughline.cell` is set.
@ApplicationScoped
class ReplicationMeters {
    private static final Logger LOG = Logger.getLogger(ReplicationMeters.class);
    private static final long INTERVAL_MILLIS = 30_000;
    private static final String SLOTS = """
            SELECT slot_name::text, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint,
                CASE WHEN wal_status = 'lost' THEN 1 ELSE 0 END
            FROM pg_replication_slots WHERE slot_type = 'logical' AND database = current_database()""";

    private final Vertx vertx;
    private final StatementRunner statements;
    private final boolean isCell;
    private final MultiGauge held;
    private final MultiGauge lost;
    private long timer;

    ReplicationMeters(
            Vertx vertx,
            StatementRunner statements,
            MeterRegistry registry,
            @ConfigProperty(name = "throughline.cell") Optional<String> cell) {
        this.vertx = vertx;
        this.statements = statements;
        this.isCell = cell.isPresent();
        this.held = MultiGauge.builder("throughline.replication.held")
                .description("Log that the database keeps for a subscriber of this cell.")
                .baseUnit("bytes")
                .register(registry);
        this.lost = MultiGauge.builder("throughline.replication.lost")
                .description(
                        "1 where a subscriber was away for longer than the log is kept, and has to be set up anew.")
                .register(registry);
    }

    void start(@Observes StartupEvent started) {
        if (isCell) {
            timer = vertx.setPeriodic(0, INTERVAL_MILLIS, _ -> read());
        }
    }

    void stop(@Observes ShutdownEvent stopped) {
        vertx.cancelTimer(timer);
    }

    private void read() {
        statements
                .run(SLOTS, Tuple.tuple(), rows -> {
                    List<Row<?>> bytes = new ArrayList<>();
                    List<Row<?>> gone = new ArrayList<>();
                    rows.forEach(row -> {
                        Tags slot = Tags.of("slot", row.getString(0));
                        bytes.add(
                                Row.of(slot, Optional.ofNullable(row.getLong(1)).orElse(0L)));
                        gone.add(Row.of(slot, row.getInteger(2)));
                    });
                    held.register(bytes, true);
                    lost.register(gone, true);
                    return rows.size();
                })
                .subscribe()
                .with(_ -> {}, cause -> LOG.debugf("replication slots not read cause=%s", cause));
    }
}
