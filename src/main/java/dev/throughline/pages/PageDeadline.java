package dev.throughline.pages;

import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.run.health.DatabaseState;
import dev.throughline.run.health.DatabaseWatch;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/// The time that the database has for a page. Whoever looks at a page is told that it does not answer; programs, which
/// try again by themselves, wait longer. A page that takes long for another reason is waited for: before the database
/// is
/// named, `DatabaseWatch` has to confirm that it does not answer.
@ApplicationScoped
class PageDeadline {
    /// Until the database is asked; it has two seconds for that answer.
    private static final Duration BEFORE_ASKING = Duration.ofSeconds(2);

    private final DatabaseWatch database;

    PageDeadline(DatabaseWatch database) {
        this.database = database;
    }

    /// The page; fails with a problem within about four seconds if the database answers nothing meanwhile.
    <T> Uni<T> of(Uni<T> page) {
        return within(BEFORE_ASKING, database.checked(), page);
    }

    static <T> Uni<T> within(Duration beforeAsking, Uni<DatabaseState> checked, Uni<T> page) {
        Uni<T> silence = Uni.createFrom()
                .voidItem()
                .onItem()
                .delayIt()
                .by(beforeAsking)
                .chain(() -> checked)
                .repeat()
                .whilst(DatabaseState::isReady)
                .collect()
                .last()
                .chain(_ -> Uni.createFrom().failure(PageDeadline::unavailable));
        return Uni.combine().any().of(page, silence);
    }

    private static Throwable unavailable() {
        return Problem.of(
                        ProblemType.UNAVAILABLE,
                        "The database has not answered for 4 s. Clients wait for it as well; /q/health/ready says what"
                                + " it needs. Reload this page.")
                .exception();
    }
}
