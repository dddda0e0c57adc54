package dev.throughline.render.tokenizer;

import java.util.Arrays;

/// Merges that may be made in one word, the lowest rank first, of equal ranks the leftmost: a binary heap of numbers.
final class MergeQueue {
    private long[] heap;
    private int size;

    MergeQueue(int capacity) {
        heap = new long[Math.max(4, capacity)];
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(int rank, int position) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        long added = (long) rank << 32 | position;
        int at = size++;
        while (at > 0 && heap[at - 1 >> 1] > added) {
            heap[at] = heap[at - 1 >> 1];
            at = at - 1 >> 1;
        }
        heap[at] = added;
    }

    /// Removes the first: its rank in the upper and its position in the lower half.
    long poll() {
        long first = heap[0];
        long last = heap[--size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return first;
    }
}
