package dev.throughline.harness.server;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// A matrix of 32-bit numbers, or a vector, which has one row.
final class Tensor {
    private final int rows;
    private final int columns;
    private final float[] values;

    private Tensor(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        this.values = new float[rows * columns];
    }

    static Tensor zeros(int rows, int columns) {
        return new Tensor(rows, columns);
    }

    static Tensor ones(int length) {
        var vector = new Tensor(1, length);
        Arrays.fill(vector.values, 1);
        return vector;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    boolean isVector() {
        return rows == 1;
    }

    void set(int row, int column, double value) {
        values[row * columns + column] = (float) value;
    }

    /// Sets a value unless it is larger already.
    void raise(int row, int column, double value) {
        set(row, column, Math.max(values[row * columns + column], value));
    }

    /// The same rows in another order: of each group, the first row of the second half follows the first of the first
    /// half, and so on.
    /// @param group an even number that divides the rows
    Tensor interleaved(int group) {
        var result = new Tensor(rows, columns);
        for (int row = 0; row < rows; row++) {
            int within = row % group;
            int half = group / 2;
            int to = row - within + (within < half ? 2 * within : 2 * (within - half) + 1);
            System.arraycopy(values, row * columns, result.values, to * columns, columns);
        }
        return result;
    }

    /// The number of its bytes.
    long size() {
        return (long) values.length * Float.BYTES;
    }

    /// Its numbers, row by row, the least significant byte first.
    byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asFloatBuffer().put(values);
        return buffer.array();
    }
}
