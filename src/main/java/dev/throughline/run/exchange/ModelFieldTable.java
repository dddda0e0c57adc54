package dev.throughline.run.exchange;

import dev.throughline.backend.Backends;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.jboss.logging.Logger;

/// Remembers over restarts in which field the models of the configured backends write their reasoning: rows of
/// `model_field`, at most 256 of a backend.
@ApplicationScoped
class ModelFieldTable {
    private static final Logger LOG = Logger.getLogger(ModelFieldTable.class);
    private static final Duration START = Duration.ofSeconds(10);
    private static final String ALL = "SELECT backend, model, reasoning FROM model_field";
    private static final String PUT = """
            INSERT INTO model_field (backend, model, reasoning)
            SELECT $1::text, $2::text, $3::text
            WHERE (SELECT count(*) FROM model_field WHERE backend = $1) < 256
                OR EXISTS (SELECT FROM model_field WHERE backend = $1 AND model = $2)
            ON CONFLICT (backend, model) DO UPDATE SET reasoning = EXCLUDED.reasoning""";

    private final StatementRunner statements;
    private final Backends backends;

    ModelFieldTable(StatementRunner statements, Backends backends) {
        this.statements = statements;
        this.backends = backends;
    }

    /// The first requests need what earlier answers have shown.
    void start(@Observes StartupEvent started) {
        for (String name : backends.names()) {
            backends.find(name)
                    .orElseThrow()
                    .modelReasoningStates()
                    .onField((model, field) -> put(name, model, field)
                            .subscribe()
                            .with(
                                    _ -> {},
                                    cause -> LOG.warnf(
                                            "reasoning field of a model not stored backend=%s cause=%s", name, cause)));
        }
        try {
            restore().await().atMost(START);
        } catch (RuntimeException e) {
            LOG.warnf("reasoning fields of models not read, answers will show them again cause=%s", e);
        }
    }

    /// Hands what is stored to the backends.
    Uni<Void> restore() {
        return statements
                .run(ALL, Tuple.tuple(), rows -> {
                    rows.forEach(row -> backends.find(row.getString(0))
                            .ifPresent(backend -> backend.modelReasoningStates()
                                    .restore(StoredText.decode(row.getString(1)), row.getString(2))));
                    return rows.size();
                })
                .replaceWithVoid();
    }

    private Uni<Void> put(String backend, String model, String field) {
        return statements
                .run(PUT, Tuple.of(backend, StoredText.encode(model), field), rows -> rows.rowCount())
                .replaceWithVoid();
    }
}
