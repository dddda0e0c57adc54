package dev.throughline.containers;

import dev.throughline.store.database.Database;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A PostgreSQL in a container for a `@QuarkusTest`, with this version's schema. Tests get it in a field of type
/// `Postgres`.
public final class ContainedPostgres implements QuarkusTestResourceLifecycleManager {
    private @Nullable ContainerEnvironment containerEnvironment;
    private @Nullable Postgres postgres;

    @Override
    public Map<String, String> start() {
        var opened = new ContainerEnvironment("postgres");
        containerEnvironment = opened;
        Postgres started = opened.postgres();
        postgres = started;
        try (var database = Database.open(
                Map.of("THROUGHLINE_DATABASE_URL", started.faultDatabase().url()))) {
            return database.settings();
        }
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(postgres, new TestInjector.MatchesType(Postgres.class));
    }

    @Override
    public void stop() {
        Optional.ofNullable(containerEnvironment).ifPresent(ContainerEnvironment::close);
    }
}
