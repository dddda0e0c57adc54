package dev.throughline.run.api;

import dev.throughline.run.api.DatabaseWatch.DatabaseState;
import dev.throughline.store.database.Schema;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/// Ready while the database has the schema, and writes.
@Readiness
@ApplicationScoped
class DatabaseCheck implements AsyncHealthCheck {
    private final DatabaseWatch database;

    DatabaseCheck(DatabaseWatch database) {
        this.database = database;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return database.state().map(DatabaseCheck::answer);
    }

    private static HealthCheckResponse answer(DatabaseState state) {
        HealthCheckResponseBuilder answer =
                HealthCheckResponse.named("database").status(state.isReady());
        return switch (state) {
            case DatabaseState.Ready() ->
                answer.withData("schema", Schema.sha256()).build();
            case DatabaseState.NotReady(String reason) ->
                answer.withData("reason", reason).build();
        };
    }
}
