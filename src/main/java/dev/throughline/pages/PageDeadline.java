package dev.throughline.pages;

import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/// The time that the database has for a page. Whoever looks at a page is told that it does not answer; programs, which
/// try again by themselves, wait longer.
final class PageDeadline {
    private static final Duration LIMIT = Duration.ofSeconds(4);

    private PageDeadline() {}

    static <T> Uni<T> of(Uni<T> page) {
        return page.ifNoItem()
                .after(LIMIT)
                .failWith(() -> Problem.of(
                                ProblemType.UNAVAILABLE,
                                "The database has not answered for " + LIMIT.toSeconds()
                                        + " s. Clients wait for it as well; /q/health/ready says what it needs."
                                        + " Reload this page.")
                        .exception());
    }
}
