package dev.throughline.run.journal;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JournalCapacityTest {
    private static final Vertx VERTX = Vertx.vertx();

    private final JournalCapacity room = new JournalCapacity(100, 60, 30);
    private final Context context = VERTX.getOrCreateContext();

    @AfterAll
    static void close() {
        VERTX.close();
    }

    @Test
    void isFullFromTheHighWatermarkDownToTheLow() {
        room.take(59);
        assertThat(room.isFull()).isFalse();
        room.take(1);
        assertThat(room.isFull()).isTrue();
        room.free(29);
        assertThat(room.isFull()).isTrue();
        room.free(1);
        assertThat(room.isFull()).isFalse();
    }

    @Test
    void takesNothingBeyondItsEnd() {
        assertThat(room.take(100)).isTrue();
        assertThat(room.take(1)).isFalse();
        assertThat(room.used()).isEqualTo(100);
    }

    @Test
    void wakesAWaiterOnceOnItsOwnContextWhenThereIsRoom() throws Exception {
        room.take(80);
        CompletableFuture<Context> woken = new CompletableFuture<>();
        room.await(context, () -> woken.complete(Vertx.currentContext()));
        assertThat(woken).isNotDone();

        room.free(80);

        assertThat(woken.get(5, TimeUnit.SECONDS)).isSameAs(context);
    }

    @Test
    void wakesAWaiterAtOnceWhenThereIsRoomAlready() throws Exception {
        CompletableFuture<String> woken = new CompletableFuture<>();

        room.await(context, () -> woken.complete("woken"));

        assertThat(woken.get(5, TimeUnit.SECONDS)).isEqualTo("woken");
    }
}
