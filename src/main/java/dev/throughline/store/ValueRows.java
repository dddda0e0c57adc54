package dev.throughline.store;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Rows as a `VALUES` list of parameters, so that one statement writes several of them: most of what a row costs the
/// database is its statement. The number of rows is a power of two, so that few statements are prepared; rows without
/// values are null.
public final class ValueRows {
    private ValueRows() {}

    /// Rows of the statement for so many.
    /// @param most a power of two; more are written by several executions
    public static int of(int count, int most) {
        return count < 2 ? 1 : Math.min(most, Integer.highestOneBit(count - 1) * 2);
    }

    /// The list for parameters that follow one another by rows.
    /// @param types of the columns
    /// @param first number of the first parameter
    public static String sql(List<String> types, int rows, int first) {
        return IntStream.range(0, rows)
                .mapToObj(row -> row(types, row, first + row * types.size()))
                .collect(Collectors.joining(", ", "VALUES ", ""));
    }

    // The first row gives the columns their types.
    private static String row(List<String> types, int row, int first) {
        Stream<String> parameters = row == 0
                ? parameters(types, first).stream()
                : numbers(first, types.size()).mapToObj(n -> "$" + n);
        return parameters.collect(Collectors.joining(", ", "(", ")"));
    }

    /// Parameters with their types.
    /// @param first number of the first
    public static List<String> parameters(List<String> types, int first) {
        return numbers(first, types.size())
                .mapToObj(number -> "$" + number + "::" + types.get(number - first))
                .toList();
    }

    private static IntStream numbers(int first, int count) {
        return IntStream.range(first, first + count);
    }

    /// The values of each execution.
    /// @param rows of one execution
    public static List<Tuple> values(List<Tuple> values, int rows) {
        return values.stream()
                .gather(Gatherers.windowFixed(rows))
                .map(some -> together(some, rows))
                .toList();
    }

    private static Tuple together(List<Tuple> some, int rows) {
        if (rows == 1) {
            return some.getFirst();
        }
        int columns = some.getFirst().size();
        Tuple all = Tuple.tuple(new ArrayList<>(rows * columns));
        for (Tuple row : some) {
            for (int column = 0; column < columns; column++) {
                all.addValue(row.getValue(column));
            }
        }
        return fill(all, rows * columns);
    }

    /// Adds the rows without values.
    /// @param size how many values there are with them
    public static Tuple fill(Tuple values, int size) {
        while (values.size() < size) {
            values.addValue(null);
        }
        return values;
    }
}
