package dev.throughline.run.retention;

import dev.throughline.store.database.Database;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/// Removes rows of runs that no longer exist. These tables have no foreign key, since they are written many
/// times a second: a batch in progress while its run was deleted may leave some.
///
/// Each table is searched by skipping from run to run in its key, so a pass costs a look-up per run, not
/// per row. Runs on a virtual thread with a dedicated connection, in one process at a time.
@ApplicationScoped
public class OrphanSweep {
    private static final Logger LOG = Logger.getLogger(OrphanSweep.class);
    private static final String LOCK = "SELECT pg_try_advisory_lock(hashtext('throughline_orphans'))";
    private static final List<String> TABLES = List.of("exchange_body", "item", "observation", "repeated_answer");
    private static final String PARTITIONS = """
            SELECT i.inhrelid::regclass::text FROM pg_inherits i WHERE i.inhparent = 'token_slice'::regclass""";
    private static final String ORPHANS = """
            WITH RECURSIVE found (run_id) AS (
                (SELECT t.run_id FROM %1$s t ORDER BY t.run_id LIMIT 1)
                UNION ALL
                SELECT (SELECT t.run_id FROM %1$s t WHERE t.run_id > found.run_id ORDER BY t.run_id LIMIT 1)
                FROM found WHERE found.run_id IS NOT NULL)
            SELECT f.run_id FROM found f WHERE f.run_id IS NOT NULL
                AND NOT EXISTS (SELECT FROM run r WHERE r.run_id = f.run_id COLLATE "C")""";

    private final Config settings;

    OrphanSweep(Config settings) {
        this.settings = settings;
    }

    /// Removes orphaned rows, unless another process is doing so.
    public Uni<Void> pass() {
        return Uni.createFrom()
                .voidItem()
                .invoke(this::sweep)
                .runSubscriptionOn(
                        work -> Thread.ofVirtual().name("orphan-sweep").start(work));
    }

    private void sweep() {
        DataSource database = Database.dataSource(name -> settings.getOptionalValue(name, String.class));
        try (RetentionConnection retentionConnection = RetentionConnection.open(database)) {
            // Held until the connection is closed.
            if (retentionConnection.one(LOCK, row -> row.getBoolean(1))) {
                List<String> tables = new ArrayList<>(TABLES);
                tables.addAll(retentionConnection.list(PARTITIONS, row -> row.getString(1)));
                for (String table : tables) {
                    sweep(retentionConnection, table);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("rows of deleted runs were not searched: " + e.getMessage(), e);
        }
    }

    private static void sweep(RetentionConnection retentionConnection, String table) throws SQLException {
        for (String run : retentionConnection.list(ORPHANS.formatted(table), row -> row.getString(1))) {
            int rows = retentionConnection.update("DELETE FROM " + table + " WHERE run_id = ?", run);
            LOG.infof("removed rows of a deleted run run=%s table=%s rows=%d", run, table, rows);
        }
    }
}
