package dev.throughline.store;

import dev.throughline.store.DatabaseProgress.DatabaseBusyException;
import dev.throughline.store.DatabaseProgress.DatabaseSilentException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DatabaseProgressTest {
    private static final Duration LIMIT = Duration.ofMillis(200);
    private static final Duration FAR = Duration.ofMinutes(1);

    private final DatabaseProgress progress = new DatabaseProgress();
    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();

    @AfterEach
    void close() {
        vertx.close();
    }

    @Test
    void aWaitFailsOnceNothingWasCompletedForItsLimit() {
        long began = System.nanoTime();

        assertThatThrownBy(
                        () -> on(() -> progress.within(LIMIT, Promise.promise().future())))
                .hasCauseInstanceOf(DatabaseSilentException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(LIMIT);
    }

    @Test
    void aWaitGoesOnWhileOtherWorkIsCompleted() {
        succeedsEvery(50);
        Promise<String> late = Promise.promise();
        vertx.setTimer(3 * LIMIT.toMillis(), _ -> late.complete("late"));

        assertThat(on(() -> progress.within(LIMIT, late.future()))).isEqualTo("late");
    }

    @Test
    void aWaitThatOthersOvertakeForSeveralTimesItsLimitFailsAsBusy() {
        succeedsEvery(10);

        assertThatThrownBy(
                        () -> on(() -> progress.within(LIMIT, Promise.promise().future())))
                .hasCauseInstanceOf(DatabaseBusyException.class);
    }

    @Test
    void aDatabaseThatAnswersBesideThePoolIsBusyAndNotSilent() {
        progress.probe(Future::succeededFuture);

        assertThatThrownBy(
                        () -> on(() -> progress.within(LIMIT, Promise.promise().future())))
                .hasCauseInstanceOf(DatabaseBusyException.class);
    }

    @Test
    void otherFailuresAreNoProgress() {
        vertx.setPeriodic(20, _ -> progress.within(FAR, Future.failedFuture("refused")));

        assertThatThrownBy(
                        () -> on(() -> progress.within(LIMIT, Promise.promise().future())))
                .hasCauseInstanceOf(DatabaseSilentException.class);
    }

    @Test
    void aFailureIsPassedOnAsItIs() {
        assertThatThrownBy(
                        () -> on(() -> progress.within(LIMIT, Future.failedFuture(new IllegalStateException("own")))))
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aPauseOfTheEventLoopIsNoSilenceOfTheDatabase() {
        Promise<String> answer = ((ContextInternal) loop).promise();

        String heard = on(() -> {
            Future<String> waiting = progress.within(LIMIT, answer.future());
            LockSupport.parkNanos(LIMIT.multipliedBy(4).toNanos());
            vertx.setTimer(20, _ -> vertx.setTimer(20, _ -> answer.complete("after the pause")));
            return waiting;
        });

        assertThat(heard).isEqualTo("after the pause");
    }

    private void succeedsEvery(int millis) {
        vertx.setPeriodic(millis, _ -> progress.within(FAR, Future.succeededFuture()));
    }

    private <T> T on(Supplier<Future<T>> work) {
        Promise<T> done = Promise.promise();
        loop.runOnContext(_ -> work.get().onComplete(done));
        CompletionStage<T> stage = done.future().toCompletionStage();
        return stage.toCompletableFuture().join();
    }
}
