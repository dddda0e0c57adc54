package dev.throughline.prompt;

import dev.throughline.access.KeyId;
import dev.throughline.render.jinja.RenderBudget;
import dev.throughline.render.jinja.RenderWork;
import dev.throughline.render.jinja.TemplateLimits;
import dev.throughline.rest.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@Timeout(60)
class RenderWorkersTest {
    private static final int MORE_THAN_WAIT = 100;

    private final RenderWorkers workers = new RenderWorkers(TestRenderConfig.STANDARD);

    @AfterEach
    void stop() {
        workers.stop();
    }

    @Test
    void moreThanMayWaitIsRefusedAndAnExportWaits() throws Exception {
        var released = new CountDownLatch(1);
        List<CompletableFuture<String>> started = new ArrayList<>();
        for (int i = 0; i < MORE_THAN_WAIT; i++) {
            started.add(workers.run(() -> waitFor(released)).subscribeAsCompletionStage());
        }

        assertThat(started)
                .filteredOn(CompletableFuture::isCompletedExceptionally)
                .isNotEmpty()
                .hasSizeLessThan(MORE_THAN_WAIT)
                .allSatisfy(refused -> assertThat(catchThrowable(refused::get))
                        .cause()
                        .isInstanceOfSatisfying(
                                ProblemException.class, e -> assertThat(e).hasMessageContaining("try again")));
        // A new thread inherits the test's class loader, where Mutiny looks up its services.
        var export = CompletableFuture.supplyAsync(() -> workers.await(() -> "exported"), Thread::startVirtualThread);
        released.countDown();
        assertThat(export.get(30, TimeUnit.SECONDS)).isEqualTo("exported");
        for (var each : started) {
            if (!each.isCompletedExceptionally()) {
                assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo("rendered");
            }
        }
    }

    @Test
    void aRenderingEndsWhenItsClientLeaves() throws Exception {
        var begun = new CountDownLatch(1);
        var ended = new CompletableFuture<Throwable>();
        var subscription = workers.run(() -> {
                    begun.countDown();
                    ended.complete(catchThrowable(RenderWorkersTest::renderForEver));
                    return "";
                })
                .subscribe()
                .with(_ -> {});
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        subscription.cancel();

        assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(RenderWork.StoppedException.class);
    }

    @Test
    void aKeyRendersOneAtATime() throws Exception {
        Optional<KeyId> key = Optional.of(new KeyId("0123456789"));
        var released = new CountDownLatch(1);
        var first = workers.run(key, "", () -> waitFor(released)).subscribeAsCompletionStage();

        var second = workers.run(key, "", () -> "").subscribeAsCompletionStage();
        var other = workers.run(Optional.of(new KeyId("abcdefghij")), "", () -> "other")
                .subscribeAsCompletionStage();
        assertThat(catchThrowable(second::get))
                .cause()
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().status()).isEqualTo(429));
        released.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("rendered");
        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo("other");
        assertThat(workers.run(key, "", () -> "again").await().atMost(Duration.ofSeconds(30)))
                .isEqualTo("again");
    }

    @Test
    void anAddressWithoutAKeyRendersAsManyAsThereAreProcessors() throws Exception {
        var released = new CountDownLatch(1);
        List<CompletableFuture<String>> most = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            most.add(withoutKey("192.0.2.7", () -> waitFor(released)));
        }

        assertThat(catchThrowable(withoutKey("192.0.2.7", () -> "")::get))
                .cause()
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().status()).isEqualTo(429));
        CompletableFuture<String> other = withoutKey("192.0.2.8", () -> "other");
        most.removeFirst().cancel(true);
        CompletableFuture<String> afterOneLeft = withoutKey("192.0.2.7", () -> "again");
        released.countDown();
        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo("other");
        assertThat(afterOneLeft.get(30, TimeUnit.SECONDS)).isEqualTo("again");
        for (var each : most) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo("rendered");
        }
    }

    private CompletableFuture<String> withoutKey(String network, Supplier<String> work) {
        return workers.run(Optional.empty(), network, work).subscribeAsCompletionStage();
    }

    private static void renderForEver() {
        var budget = new RenderBudget(new TemplateLimits(Long.MAX_VALUE, 1, 1, 1));
        while (true) {
            budget.step();
        }
    }

    private static String waitFor(CountDownLatch released) {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "rendered";
    }
}
