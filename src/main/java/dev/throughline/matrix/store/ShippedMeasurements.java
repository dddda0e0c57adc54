package dev.throughline.matrix.store;

import dev.throughline.matrix.store.EvidenceWriter.Known;
import dev.throughline.matrix.store.MatrixConfig.Shipped;
import dev.throughline.matrix.store.MeasuredFile.Content;
import dev.throughline.store.TransactionRunner;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Gatherers;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;
import org.jboss.logging.Logger;

/// Loads the project's measurements before the service accepts requests, so that a new installation has them.
///
/// A file is loaded once; of several services that start at the same time one loads it and the others wait.
/// Existing evidence of a run is kept. A damaged file is logged and ignored. It has thousands of lines: a worker
/// parses it, and it is written in parts, so that no event loop is held for long.
@ApplicationScoped
class ShippedMeasurements {
    private static final Logger LOG = Logger.getLogger(ShippedMeasurements.class);
    private static final String FILE = "/measured/measured.jsonl";
    private static final int ROWS_AT_ONCE = 50;
    private static final int LOCK = 0x6d656173;
    private static final String LOCKED = "SELECT CAST(pg_advisory_xact_lock(" + LOCK + ") AS text)";
    private static final String IS_LOADED = "SELECT count(*) FROM measured_file WHERE sha256 = :sha256";
    /// Dates that this service got from the registry itself win over shipped ones.
    private static final String RELEASES = """
            UPDATE product p SET releases = shipped.releases || p.releases
            FROM jsonb_each(CAST(CAST(:releases AS text) AS jsonb)) AS shipped (product_id, releases)
            WHERE p.product_id = shipped.product_id""";
    private static final String LOADED = "INSERT INTO measured_file (sha256) VALUES (:sha256)";

    private final TransactionRunner transactionRunner;
    private final MatrixConfig config;

    ShippedMeasurements(TransactionRunner transactionRunner, MatrixConfig config) {
        this.transactionRunner = transactionRunner;
        this.config = config;
    }

    void start(@Observes StartupEvent started) {
        if (config.measured() == Shipped.NONE) {
            return;
        }
        Uni<Boolean> loading = Uni.createFrom()
                .item(ShippedMeasurements::file)
                .chain(file ->
                        file.map(this::load).orElseGet(() -> Uni.createFrom().item(false)))
                .memoize()
                .indefinitely();
        loading.subscribe()
                .with(_ -> {}, cause -> LOG.errorf("shipped measurements not loaded file=%s cause=%s", FILE, cause));
        try {
            loading.await().atMost(config.measuredWithin());
        } catch (TimeoutException _) {
            LOG.warnf("shipped measurements are still being loaded file=%s after=%s", FILE, config.measuredWithin());
        } catch (RuntimeException _) {
            // Logged above.
        }
    }

    /// Loads a file unless that was done before.
    /// @return whether it was loaded by this call
    Uni<Boolean> load(byte[] file) {
        String sha256 = MeasuredFile.identity(file);
        return transactionRunner
                .run(session -> isLoaded(session, sha256))
                .chain(isLoaded ->
                        isLoaded ? Uni.createFrom().item(false) : parsed(file).chain(read -> loadOnce(read, sha256)));
    }

    private static Uni<Content> parsed(byte[] file) {
        return Uni.createFrom()
                .item(() -> MeasuredFile.read(file))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private Uni<Boolean> loadOnce(Content read, String sha256) {
        return transactionRunner.run(session -> session.createNativeQuery(LOCKED, String.class)
                .getSingleResult()
                .chain(() -> isLoaded(session, sha256))
                .chain(isLoaded -> isLoaded ? Uni.createFrom().item(false) : add(session, read, sha256)));
    }

    /// Adds the rows, those of a cell together.
    private static Uni<Boolean> add(StatelessSession session, Content read, String sha256) {
        List<EvidenceRow> rows = read.rows().stream()
                .sorted(Comparator.comparing(EvidenceRow::cellKey))
                .toList();
        var keys = new TreeSet<>(rows.stream().map(EvidenceRow::cellKey).toList());
        return EvidenceWriter.lock(session, keys)
                .chain(() -> Multi.createFrom()
                        .items(rows.stream().gather(Gatherers.windowFixed(ROWS_AT_ONCE)))
                        .onItem()
                        .transformToUniAndConcatenate(some -> EvidenceWriter.add(session, some, Known.KEEP))
                        .collect()
                        .last())
                .chain(() -> session.createNativeQuery(RELEASES)
                        .setParameter("releases", ReleaseStore.written(read.releases()))
                        .executeUpdate())
                .chain(() -> session.createNativeQuery(LOADED)
                        .setParameter("sha256", sha256)
                        .executeUpdate())
                .replaceWith(true);
    }

    private static Uni<Boolean> isLoaded(StatelessSession session, String sha256) {
        return session.createNativeQuery(IS_LOADED, Long.class)
                .setParameter("sha256", sha256)
                .getSingleResult()
                .map(count -> count > 0);
    }

    private static Optional<byte[]> file() {
        try (InputStream in = ShippedMeasurements.class.getResourceAsStream(FILE)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
