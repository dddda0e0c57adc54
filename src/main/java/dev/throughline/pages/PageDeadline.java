package dev.throughline.pages;

import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.run.api.DatabaseWatch;
import dev.throughline.run.api.DatabaseWatch.DatabaseState;
import io.smallrye.mutiny.Uni;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.time.Duration;

/// The time that a page may take, for every resource with [WithPageDeadline]. After it the page says that the database
/// does not answer; programs, which try again by themselves, wait longer. A page that takes long while the database
/// answers is waited for, and does not blame the database: `DatabaseWatch` is asked first.
@WithPageDeadline
@Interceptor
class PageDeadline {
    /// Until the database is asked; it has two seconds for that answer.
    private static final Duration BEFORE_ASKING = Duration.ofSeconds(1);

    /// So often it may answer that it is ready.
    private static final int MOST_ASKED = 10;

    private final DatabaseWatch database;

    PageDeadline(DatabaseWatch database) {
        this.database = database;
    }

    /// The answer; fails with a problem within three seconds if the database answers nothing meanwhile, else after ten.
    @AroundInvoke
    Object answer(InvocationContext call) throws Exception {
        Object answer = call.proceed();
        return answer instanceof Uni<?> page ? within(BEFORE_ASKING, database.checked(), page) : answer;
    }

    static <T> Uni<T> within(Duration beforeAsking, Uni<DatabaseState> checked, Uni<T> page) {
        return Uni.combine().any().of(page, late(beforeAsking, checked, MOST_ASKED));
    }

    private static <T> Uni<T> late(Duration beforeAsking, Uni<DatabaseState> checked, int times) {
        return Uni.createFrom()
                .voidItem()
                .onItem()
                .delayIt()
                .by(beforeAsking)
                .chain(() -> checked)
                .<T>chain(state -> state.isReady() && times > 1
                        ? late(beforeAsking, checked, times - 1)
                        : Uni.createFrom().<T>failure(() -> problem(state)));
    }

    private static Throwable problem(DatabaseState state) {
        return (state.isReady()
                        ? Problem.of(
                                ProblemType.OVERLOADED,
                                "This page was not ready after 10 s, although the database answers: it waits for a"
                                        + " lock, or there is too much to do. Reload this page.")
                        : Problem.of(
                                ProblemType.UNAVAILABLE,
                                "The database has not answered for 3 s. Clients wait for it as well; /q/health/ready"
                                        + " says what it needs. Reload this page."))
                .exception();
    }
}
