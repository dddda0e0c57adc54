package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.run.Run;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.RunSettings.LiveTraffic;
import dev.throughline.store.StoredText;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny.SelectionQuery;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// The runs of live traffic: each holds the requests of one client and key on a default URL in one day (UTC).
///
/// Among all processes that share the database, one opens it, on the first request. When it is full another takes
/// over. A client that does not pause at midnight stays in its run. It is sealed once its day is over and its client
/// has paused, or it is full, and nothing of it is in flight.
@ApplicationScoped
public class LiveRunStore {
    // The limit holds over all processes, since clients of one key, base URL and day are counted one at a time.
    private static final String CLIENTS = """
            SELECT count(*) FROM (SELECT DISTINCT client_name, client_version FROM run
            WHERE live_day = :day AND live_base = :base AND key_id IS NOT DISTINCT FROM nullif(:key, '')) AS clients""";
    private static final String OF_BASE = "from RunRow where liveBase = :base and coalesce(keyId, '') = :key";
    private static final String LATEST_FIRST = " order by case when exchanges = 0 then 1 else 0 end, lastActive desc";

    private final TransactionRunner transactionRunner;
    private final RunStore runStore;
    private final RunConfig config;

    LiveRunStore(TransactionRunner transactionRunner, RunStore runStore, RunConfig config) {
        this.transactionRunner = transactionRunner;
        this.runStore = runStore;
        this.config = config;
    }

    /// The open run of a client on a default URL, opened on first use. A client above the limit of distinct
    /// clients shares the run of `rest`.
    /// @param settings of the default URL
    /// @param rest the client that stands for all above the limit
    public Uni<Run> open(RunSettings settings, LiveTraffic traffic, Client sender, Client rest, Optional<KeyId> owner) {
        RunSettings wanted = settings.live(sender, traffic, config.liveRequests());
        return transactionRunner
                .run(session -> RunAliasTable.open(session, slot(wanted, owner)))
                .chain(found -> found.isPresent()
                        ? Uni.createFrom().item(found.get())
                        : transactionRunner.run(session -> RunAliasTable.lock(session, place(traffic, owner))
                                .chain(() -> isNew(session, traffic, sender, owner))
                                .chain(isNew -> openLocked(
                                        session,
                                        isNew ? wanted : settings.live(rest, traffic, config.liveRequests()),
                                        owner))));
    }

    /// Lets another run take over from a full one; the one that already did stays.
    public Uni<Run> succeed(Run full) {
        RunSettings settings = full.settings();
        String slot = slot(settings, full.owner());
        return transactionRunner.run(session -> RunAliasTable.lock(
                        session, place(settings.traffic().orElseThrow(), full.owner()))
                .chain(() -> RunAliasTable.open(session, slot))
                .chain(current -> current.filter(run -> !run.id().equals(full.id()))
                        .map(run -> Uni.createFrom().item(run))
                        .orElseGet(() -> insert(session, slot, settings, full.owner()))));
    }

    /// Seals runs of one key and default URL and opens a fresh one for the client of the first.
    /// @param open not empty
    public Uni<Run> reset(List<Run> open) {
        Run latest = open.getFirst();
        return Multi.createFrom()
                .iterable(open)
                .onItem()
                .transformToUniAndConcatenate(run -> runStore.seal(run.id()))
                .collect()
                .last()
                .chain(() -> succeed(latest))
                .call(fresh -> transactionRunner.run(session -> RunAliasTable.move(session, latest.id(), fresh.id())));
    }

    /// The runs of a key on a default URL in one day, and those of earlier days that are still open; that of the
    /// latest request first, then those without a request.
    public Uni<List<Run>> ofDay(LiveTraffic traffic, Optional<KeyId> owner, int limit) {
        return transactionRunner.run(session -> ofBase(
                        session,
                        " and (liveDay = :day or liveDay < :day and state <> 'SEALED')" + LATEST_FIRST,
                        traffic.base(),
                        owner)
                .setParameter("day", traffic.day())
                .setMaxResults(limit)
                .getResultList()
                .map(LiveRunStore::runs));
    }

    /// The runs of a key on a default URL that are not sealed, of whichever day; that of the latest request first.
    public Uni<List<Run>> open(String base, Optional<KeyId> owner) {
        return transactionRunner.run(
                session -> ofBase(session, " and liveDay is not null and state <> 'SEALED'" + LATEST_FIRST, base, owner)
                        .getResultList()
                        .map(LiveRunStore::runs));
    }

    private static SelectionQuery<RunRow> ofBase(
            StatelessSession session, String conditions, String base, Optional<KeyId> owner) {
        return session.createSelectionQuery(OF_BASE + conditions, RunRow.class)
                .setParameter("base", base)
                .setParameter("key", key(owner));
    }

    private Uni<Boolean> isNew(StatelessSession session, LiveTraffic traffic, Client sender, Optional<KeyId> owner) {
        LocalDate day = traffic.day();
        return session.createNativeQuery(CLIENTS, Long.class)
                .setParameter("day", day)
                .setParameter("base", traffic.base())
                .setParameter("key", key(owner))
                .getSingleResult()
                .chain(clients -> clients < config.liveClients()
                        ? Uni.createFrom().item(true)
                        : isCounted(session, traffic, sender, owner));
    }

    /// Whether the client already had a run on that day.
    private static Uni<Boolean> isCounted(
            StatelessSession session, LiveTraffic traffic, Client sender, Optional<KeyId> owner) {
        return ofBase(
                        session,
                        " and liveDay = :day and clientName = :name and clientVersion = :version",
                        traffic.base(),
                        owner)
                .setParameter("day", traffic.day())
                .setParameter("name", StoredText.encode(sender.name()))
                .setParameter("version", StoredText.encode(sender.version()))
                .setMaxResults(1)
                .getResultList()
                .map(found -> !found.isEmpty());
    }

    private Uni<Run> openLocked(StatelessSession session, RunSettings settings, Optional<KeyId> owner) {
        String slot = slot(settings, owner);
        return RunAliasTable.open(session, slot)
                .chain(found ->
                        found.isPresent() ? Uni.createFrom().item(found) : continued(session, slot, settings, owner))
                .chain(found -> found.isPresent()
                        ? Uni.createFrom().item(found.get())
                        : insert(session, slot, settings, owner));
    }

    /// The run of the day before, for a client that has not paused since: its conversations do not end at midnight.
    private Uni<Optional<Run>> continued(
            StatelessSession session, String slot, RunSettings settings, Optional<KeyId> owner) {
        String before = slot(
                settings.client().orElseThrow(),
                settings.traffic().orElseThrow().dayBefore(),
                owner);
        return RunAliasTable.activeSince(session, before, OffsetDateTime.now().minus(config.livePause()))
                .call(found -> found.isPresent()
                        ? RunAliasTable.put(session, slot, found.get().id())
                        : Uni.createFrom().voidItem());
    }

    private Uni<Run> insert(StatelessSession session, String slot, RunSettings settings, Optional<KeyId> owner) {
        return runStore.insert(session, settings, owner).call(run -> RunAliasTable.put(session, slot, run.id()));
    }

    private static String slot(RunSettings settings, Optional<KeyId> owner) {
        return slot(settings.client().orElseThrow(), settings.traffic().orElseThrow(), owner);
    }

    private static String slot(Client client, LiveTraffic traffic, Optional<KeyId> owner) {
        return place(traffic, owner) + "/" + client.name() + "@" + client.version();
    }

    private static String place(LiveTraffic traffic, Optional<KeyId> owner) {
        return RunAliasTable.defaultSlot(
                owner.map(key -> "key/" + key + "/").orElse("") + traffic.base() + "/" + traffic.day());
    }

    private static String key(Optional<KeyId> owner) {
        return owner.map(KeyId::value).orElse("");
    }

    private static List<Run> runs(List<RunRow> rows) {
        return rows.stream().map(RunRow::toRun).toList();
    }
}
