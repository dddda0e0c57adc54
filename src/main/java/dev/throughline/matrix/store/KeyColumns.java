package dev.throughline.matrix.store;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellKey;
import dev.throughline.store.StoredText;
import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The columns of `evidence` that are the axes of a key.
final class KeyColumns {
    static final String NAMES = Arrays.stream(Axis.values()).map(Axis::column).collect(Collectors.joining(", "));

    /// The same with their types.
    static final String TYPES = Arrays.stream(Axis.values())
            .map(axis -> axis.column() + (axis == Axis.SUITE ? " integer" : " text"))
            .collect(Collectors.joining(", "));

    private KeyColumns() {}

    static CellKey read(Row row) {
        return CellKey.of(axis -> axis == Axis.SUITE
                ? Integer.toString(row.getInteger(axis.column()))
                : StoredText.decode(row.getString(axis.column())).intern());
    }

    /// @param column the value of a column by its name
    static CellKey read(UnaryOperator<String> column) {
        return CellKey.of(axis -> StoredText.decode(column.apply(axis.column())));
    }
}
