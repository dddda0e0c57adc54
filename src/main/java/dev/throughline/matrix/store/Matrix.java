package dev.throughline.matrix.store;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellRules;
import dev.throughline.matrix.KnownProduct;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product.Kind;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.matrix.store.MeasuredFile.Content;
import dev.throughline.store.StatementRunner;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/// The matrix in memory: what the project measured, from its file, and what this deployment measured, from the
/// database.
///
/// Every read includes everything that was committed before it. The database is asked for its revision each time; if
/// that is new, one thread reads the combinations that changed since. Evidence that somebody deletes by hand
/// counts until the next start.
@ApplicationScoped
public class Matrix {
    private static final Logger LOG = Logger.getLogger(Matrix.class);
    private static final String REVISION = "SELECT revision FROM matrix_revision";
    private static final Comparator<Vote> NEWEST_FIRST = Comparator.comparing(VoteCursor::of, VoteCursor.ORDER);

    private final StatementRunner statements;
    private final VoteStore votes;
    private final ProductStore products;
    private final ShippedMeasurements shipped;
    private final ClaimCatalog claims;
    private final MatrixConfig config;
    private final ExecutorService reader =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("matrix").factory());
    /// Nothing waits for the first read unless a request does: the start needs the processors.
    private static final Duration AFTER_START = Duration.ofSeconds(5);

    private volatile Optional<Known> known = Optional.empty();

    Matrix(
            StatementRunner statements,
            VoteStore votes,
            ProductStore products,
            ShippedMeasurements shipped,
            ClaimCatalog claims,
            MatrixConfig config) {
        this.statements = statements;
        this.votes = votes;
        this.products = products;
        this.shipped = shipped;
        this.claims = claims;
        this.config = config;
    }

    /// The state after a read.
    /// @param shipped votes of the project, except of runs that this deployment has itself
    private record Known(
            long revision,
            MatrixSnapshot snapshot,
            Map<CellKey, List<Vote>> shipped,
            Map<String, Map<String, Instant>> releases) {
        List<Vote> shipped(CellKey key) {
            return shipped.getOrDefault(key, List.of());
        }
    }

    void start(@Observes StartupEvent started) {
        Uni.createFrom()
                .voidItem()
                .onItem()
                .delayIt()
                .by(AFTER_START)
                .chain(this::now)
                .subscribe()
                .with(_ -> {}, cause -> LOG.warnf("matrix not read yet cause=%s", cause));
    }

    @PreDestroy
    void stop() {
        reader.shutdownNow();
    }

    /// The matrix with everything that was committed before this call.
    public Uni<MatrixSnapshot> now() {
        return known().map(read -> read.snapshot().read(Instant.now(), config.staleAfter(), claims.list()));
    }

    /// The votes on a combination that count for everyone, newest first.
    /// @param after where the previous page ended
    public Uni<List<Vote>> votes(CellKey key, Optional<VoteCursor> after, int limit) {
        return known().chain(read -> votes.page(key, after, limit)
                .map(own -> Stream.concat(own.stream(), read.shipped(key).stream())
                        .filter(vote -> after.filter(place -> VoteCursor.ORDER.compare(VoteCursor.of(vote), place) <= 0)
                                .isEmpty())
                        .sorted(NEWEST_FIRST)
                        .limit(limit)
                        .toList()));
    }

    /// The cells of some combinations as of an earlier time, by id.
    public Uni<Map<String, Cell>> cells(Collection<CellKey> keys, Instant moment) {
        return known().chain(read -> votes.until(keys, moment).map(found -> {
            Map<CellKey, List<Vote>> own = byKey(found);
            Map<String, Cell> cells = new HashMap<>();
            for (CellKey key : new HashSet<>(keys)) {
                Stream<Vote> project =
                        read.shipped(key).stream().filter(vote -> !vote.sealed().isAfter(moment));
                cells(key, project, own.getOrDefault(key, List.of())).forEach(cell -> cells.put(cell.id(), cell));
            }
            return cells;
        }));
    }

    /// The cells of what a key measured for itself, by combination.
    public Uni<Map<CellKey, List<Cell>>> ownCells(KeyId owner) {
        return votes.ofOwner(owner).map(found -> {
            Map<CellKey, List<Cell>> cells = new HashMap<>();
            byKey(found).forEach((key, own) -> cells.put(key, CellRules.cells(key, own)));
            return cells;
        });
    }

    private Uni<Known> known() {
        return statements
                .run(REVISION, Tuple.tuple(), rows -> rows.iterator().next().getLong(0))
                .chain(this::at);
    }

    private Uni<Known> at(long revision) {
        Optional<Known> read = known.filter(last -> last.revision() >= revision);
        if (read.isPresent()) {
            return Uni.createFrom().item(read.get());
        }
        Context caller = Vertx.currentContext();
        return Uni.createFrom()
                .item(() -> read(revision))
                .runSubscriptionOn(reader)
                .emitOn(done -> {
                    if (caller == null) {
                        Infrastructure.getDefaultExecutor().execute(done);
                    } else {
                        caller.runOnContext(_ -> done.run());
                    }
                });
    }

    /// Called by one thread.
    private Known read(long revision) {
        Known read = known.map(last -> last.revision() >= revision ? last : changed(last, revision))
                .orElseGet(() -> first(revision));
        known = Optional.of(read);
        return read;
    }

    private Known first(long revision) {
        Content file = shipped.read();
        Set<String> runs = file.votes().stream().map(Vote::run).collect(Collectors.toSet());
        Set<String> own = runs.isEmpty() ? Set.of() : votes.known(runs).await().indefinitely();
        var project = byKey(file.votes().stream()
                .filter(vote -> !own.contains(vote.run()))
                .sorted(NEWEST_FIRST)
                .toList());
        // Those that the database does not know have what the file says; the others are read with it.
        List<KnownProduct> dated = file.releases().entrySet().stream()
                .map(product -> KnownProduct.measured(product.getKey(), Kind.CLIENT, product.getValue()))
                .toList();
        var nothing = new Known(-1, MatrixSnapshot.EMPTY.with(Map.of(), dated), project, file.releases());
        Map<CellKey, List<Cell>> cells = new HashMap<>();
        project.forEach((key, said) -> cells.put(key, CellRules.cells(key, said)));
        cells.putAll(cells(nothing, votes::next));
        return next(nothing, revision, cells);
    }

    private Known changed(Known last, long revision) {
        return next(last, revision, cells(last, after -> votes.changed(after, last.revision(), revision)));
    }

    private Known next(Known last, long revision, Map<CellKey, List<Cell>> cells) {
        List<KnownProduct> changed = products.changed(last.revision(), revision, last.releases())
                .await()
                .indefinitely();
        return new Known(revision, last.snapshot().with(cells, changed), last.shipped(), last.releases());
    }

    /// The cells of all combinations that a statement finds.
    /// @param page votes on the combinations after one
    private static Map<CellKey, List<Cell>> cells(Known read, Function<String, Uni<List<Vote>>> page) {
        Map<CellKey, List<Cell>> cells = new HashMap<>();
        String after = "";
        int found;
        do {
            List<Vote> some = page.apply(after).await().indefinitely();
            Map<CellKey, List<Vote>> own = byKey(some);
            own.forEach((key, said) -> cells.put(key, cells(key, read.shipped(key).stream(), said)));
            found = own.size();
            after = some.isEmpty() ? after : CellIdDigest.of(some.getLast().key());
        } while (found == VoteStore.COMBINATIONS);
        return cells;
    }

    private static List<Cell> cells(CellKey key, Stream<Vote> project, List<Vote> own) {
        return CellRules.cells(
                key, Stream.concat(project, own.stream()).sorted(NEWEST_FIRST).toList());
    }

    private static Map<CellKey, List<Vote>> byKey(List<Vote> votes) {
        return votes.stream().collect(Collectors.groupingBy(Vote::key));
    }
}
