package dev.throughline.backend.http;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeliveryQueueTest {
    private final DeliveryQueue queue = new DeliveryQueue();
    private final List<String> delivered = new ArrayList<>();

    @Test
    void deliversWhatWasKeptInOrderAndThenAtOnce() {
        queue.deliver(1, () -> delivered.add("first"));
        queue.deliver(1, () -> delivered.add("second"));
        assertThat(delivered).isEmpty();

        queue.open();
        queue.deliver(1, () -> delivered.add("third"));

        assertThat(delivered).containsExactly("first", "second", "third");
    }

    @Test
    void keepsTheOrderOfWhatADeliveryCauses() {
        queue.deliver(1, () -> queue.deliver(1, () -> delivered.add("caused")));
        queue.deliver(1, () -> delivered.add("kept"));

        queue.open();

        assertThat(delivered).containsExactly("kept", "caused");
    }

    @Test
    void isFullByBytesUntilItIsOpened() {
        queue.deliver(256 * 1024 - 1, () -> {});
        assertThat(queue.isFull()).isFalse();
        queue.deliver(1, () -> {});
        assertThat(queue.isFull()).isTrue();

        queue.open();

        assertThat(queue.isFull()).isFalse();
    }

    @Test
    void deliversNothingOfWhatWasCleared() {
        queue.deliver(1, () -> delivered.add("dropped"));

        queue.clear();
        queue.open();

        assertThat(delivered).isEmpty();
    }
}
