package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import io.smallrye.mutiny.Uni;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny.SelectionQuery;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Maps URLs to runs: rows of `run_alias`, each a slot and a run.
final class RunAliasTable {
    private static final String OPEN = """
            SELECT r.run_id FROM run_alias a JOIN run r USING (run_id) WHERE a.slot = :slot AND r.state <> 'SEALED'""";
    private static final String ACTIVE = OPEN + " AND r.last_active > :since";
    private static final String BEHIND = "SELECT run_id FROM run_alias WHERE slot = :slot";
    private static final String LOCK = "SELECT 1 FROM pg_advisory_xact_lock(hashtext(:slot))";
    private static final String PUT = """
            INSERT INTO run_alias (slot, run_id) VALUES (:slot, :run)
            ON CONFLICT (slot) DO UPDATE SET run_id = EXCLUDED.run_id""";
    private static final String MOVE = "UPDATE run_alias SET run_id = :fresh WHERE run_id = :old";

    private RunAliasTable() {}

    static String defaultSlot(String name) {
        return "default:" + name;
    }

    private static String runSlot(RunId id) {
        return "run:" + id.value();
    }

    static Uni<Optional<Run>> run(StatelessSession session, RunId id) {
        return session.get(RunRow.class, id.value())
                .map(row -> Optional.ofNullable(row).map(RunRow::toRun));
    }

    /// The run in a slot, unless it is sealed.
    static Uni<Optional<Run>> open(StatelessSession session, String slot) {
        return lookUp(session, OPEN, slot);
    }

    /// The run in a slot, unless it is sealed or had no request since a time.
    static Uni<Optional<Run>> activeSince(StatelessSession session, String slot, OffsetDateTime since) {
        return found(
                session,
                session.createNativeQuery(ACTIVE, String.class)
                        .setParameter("slot", slot)
                        .setParameter("since", since));
    }

    /// The run that replaced this one at a reset, or itself.
    static Uni<Optional<Run>> behind(StatelessSession session, RunId id) {
        return lookUp(session, BEHIND, runSlot(id))
                .chain(replaced -> replaced.isPresent() ? Uni.createFrom().item(replaced) : run(session, id));
    }

    /// Locks a slot so that one transaction at a time fills it.
    static Uni<Void> lock(StatelessSession session, String slot) {
        return session.createNativeQuery(LOCK, Integer.class)
                .setParameter("slot", slot)
                .getSingleResult()
                .replaceWithVoid();
    }

    static Uni<Void> put(StatelessSession session, String slot, RunId run) {
        return session.createNativeQuery(PUT)
                .setParameter("slot", slot)
                .setParameter("run", run.value())
                .executeUpdate()
                .replaceWithVoid();
    }

    /// Puts a new run into every slot of an old one, and into the old one's own slot.
    static Uni<Void> move(StatelessSession session, RunId old, RunId fresh) {
        return session.createNativeQuery(MOVE)
                .setParameter("fresh", fresh.value())
                .setParameter("old", old.value())
                .executeUpdate()
                .chain(() -> put(session, runSlot(old), fresh));
    }

    private static Uni<Optional<Run>> lookUp(StatelessSession session, String sql, String slot) {
        return found(session, session.createNativeQuery(sql, String.class).setParameter("slot", slot));
    }

    private static Uni<Optional<Run>> found(StatelessSession session, SelectionQuery<String> query) {
        return query.getSingleResultOrNull()
                .chain(id -> id == null ? Uni.createFrom().item(Optional.empty()) : run(session, new RunId(id)));
    }
}
