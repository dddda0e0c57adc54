package dev.throughline.run.api;

import dev.throughline.run.journal.Journal;
import dev.throughline.run.journal.Journal.JournalFigures;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/// Ready while the journal has room: a full journal pauses the answers in flight, and the service should
/// receive no new ones.
@Readiness
@ApplicationScoped
class JournalCheck implements AsyncHealthCheck {
    private final Journal journal;

    JournalCheck(Journal journal) {
        this.journal = journal;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        JournalFigures now = journal.figures();
        return Uni.createFrom()
                .item(HealthCheckResponse.named("journal")
                        .status(!now.isFull())
                        .withData("heldBytes", now.heldBytes())
                        .withData("maxBytes", now.maxBytes())
                        .withData("pausedExchanges", now.paused())
                        .withData("oldestUnwrittenMillis", now.oldestUnwritten().toMillis())
                        .withData("lostTokens", now.lostTokens())
                        .build());
    }
}
