package dev.throughline.render.tokenizer;

import java.util.Arrays;

/// The merges of a BPE model: for two neighboring tokens the rank of their merge and the token that it makes.
final class MergeTable {
    /// The answer for two tokens that do not merge.
    static final long NONE = Long.MAX_VALUE;

    private static final long EMPTY = -1;

    private final long[] keys;
    private final long[] values;
    private final int mask;

    /// @param capacity how many merges will be put
    MergeTable(int capacity) {
        int slots = Integer.highestOneBit(Math.max(8, capacity)) << 2;
        keys = new long[slots];
        values = new long[slots];
        mask = slots - 1;
        Arrays.fill(keys, EMPTY);
    }

    /// A later merge of the same tokens replaces an earlier one.
    void put(int left, int right, int rank, int merged) {
        long key = key(left, right);
        int slot = slot(key);
        while (keys[slot] != EMPTY && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        values[slot] = (long) rank << 32 | merged;
    }

    /// The rank in the upper and the merged token in the lower half, or [#NONE].
    long find(int left, int right) {
        long key = key(left, right);
        int slot = slot(key);
        while (keys[slot] != EMPTY) {
            if (keys[slot] == key) {
                return values[slot];
            }
            slot = slot + 1 & mask;
        }
        return NONE;
    }

    static int rank(long merge) {
        return (int) (merge >>> 32);
    }

    static int merged(long merge) {
        return (int) merge;
    }

    private static long key(int left, int right) {
        return (long) left << 32 | right;
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & mask;
    }
}
