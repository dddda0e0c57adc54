package dev.throughline.store;

import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ValueRowsTest {
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2, 2", "3, 4", "4, 4", "5, 8", "8, 8", "9, 8", "100, 8"})
    void areAPowerOfTwoForFewStatements(int count, int rows) {
        assertThat(ValueRows.of(count, 8)).isEqualTo(rows);
    }

    @Test
    void haveTheTypesInTheFirst() {
        assertThat(ValueRows.sql(List.of("text", "integer[]"), 2, 5))
                .isEqualTo("VALUES ($5::text, $6::integer[]), ($7, $8)");
    }

    @Test
    void areNullBehindTheLast() {
        assertThat(ValueRows.values(List.of(Tuple.of("a", 1), Tuple.of("b", 2), Tuple.of("c", 3)), 4))
                .extracting(ValueRowsTest::list)
                .containsExactly(Arrays.asList("a", 1, "b", 2, "c", 3, null, null));
    }

    @Test
    void areWrittenByAsManyExecutionsAsTheyNeed() {
        List<Tuple> rows = IntStream.range(0, 5).mapToObj(Tuple::of).toList();

        assertThat(ValueRows.values(rows, 2))
                .extracting(ValueRowsTest::list)
                .containsExactly(List.of(0, 1), List.of(2, 3), Arrays.asList(4, null));
        assertThat(ValueRows.values(rows, 1)).hasSize(5);
    }

    private static List<Object> list(Tuple tuple) {
        return IntStream.range(0, tuple.size()).mapToObj(tuple::getValue).toList();
    }
}
