package dev.throughline.stub;

import dev.throughline.stream.AnswerSubscription;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;

@Isolated
class PacedAnswerTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final int EVENTS = 500;

    @AfterAll
    static void close() {
        VERTX.close();
    }

    @Test
    void pausesAtTheEventThatAsksForItAndLosesNothing() throws Exception {
        List<StreamEvent> seen = new ArrayList<>();
        var done = new CompletableFuture<Integer>();
        AnswerSubscription[] flow = new AnswerSubscription[1];
        VERTX.runOnContext(_ -> flow[0] = reply(Duration.ZERO).open(event -> {
            seen.add(event);
            if (seen.size() == 10) {
                flow[0].pause();
                int before = seen.size();
                VERTX.setTimer(20, _ -> {
                    done.complete(seen.size() - before);
                    flow[0].resume();
                });
            }
        }));

        assertThat(done.get(5, TimeUnit.SECONDS)).as("events while paused").isZero();
        awaitEnd(seen);
        assertThat(seen).hasSize(EVENTS + 1);
    }

    @Test
    void sendsNothingAfterCancel() throws Exception {
        List<StreamEvent> seen = new ArrayList<>();
        var done = new CompletableFuture<Integer>();
        AnswerSubscription[] flow = new AnswerSubscription[1];
        VERTX.runOnContext(_ -> flow[0] = reply(Duration.ZERO).open(event -> {
            seen.add(event);
            if (seen.size() == 100) {
                flow[0].cancel();
                VERTX.setTimer(30, _ -> done.complete(seen.size()));
            }
        }));

        assertThat(done.get(5, TimeUnit.SECONDS)).isEqualTo(100);
    }

    @Test
    void keepsThePaceWithoutDrift() throws Exception {
        List<StreamEvent> seen = new ArrayList<>();
        long started = System.nanoTime();
        var done = new CompletableFuture<Long>();
        VERTX.runOnContext(_ -> new PacedAnswer(events(20).iterator(), Duration.ZERO, Duration.ofMillis(5))
                .open(event -> {
                    seen.add(event);
                    if (event.isTerminal()) {
                        done.complete(System.nanoTime() - started);
                    }
                }));

        assertThat(Duration.ofNanos(done.get(5, TimeUnit.SECONDS)))
                .as("twenty gaps of five milliseconds are not skipped")
                .isGreaterThan(Duration.ofMillis(75));
    }

    private static void awaitEnd(List<StreamEvent> seen) throws Exception {
        var done = new CompletableFuture<Void>();
        VERTX.setPeriodic(5, timer -> {
            if (!seen.isEmpty() && seen.getLast().isTerminal()) {
                VERTX.cancelTimer(timer);
                done.complete(null);
            }
        });
        done.get(5, TimeUnit.SECONDS);
    }

    private static PacedAnswer reply(Duration pace) {
        return new PacedAnswer(events(EVENTS).iterator(), Duration.ZERO, pace);
    }

    private static List<StreamEvent> events(int deltas) {
        List<StreamEvent> events = new ArrayList<>();
        for (int i = 0; i < deltas; i++) {
            events.add(new TextDelta(Integer.toString(i)));
        }
        events.add(new Finish(FinishReason.STOP));
        return events;
    }
}
