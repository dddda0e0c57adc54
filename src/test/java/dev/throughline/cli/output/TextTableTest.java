package dev.throughline.cli.output;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextTableTest {
    private static final String LONG = "x".repeat(60);

    @Test
    void columnsWithoutValuesAreOmitted() {
        assertThat(table(List.of(List.of("a", "", "c"), List.of("d", "", "f")))).isEqualTo("""
                ONE  THREE
                a    c
                d    f
                """);
    }

    @Test
    void whatAllRowsHaveInCommonIsSaidOnceWhereTheTableIsTooWide() {
        assertThat(table(List.of(List.of(LONG, "a", LONG), List.of(LONG, "b", "c"))))
                .isEqualTo("""
                ONE %s

                TWO  THREE
                a    %s
                b    c
                """.formatted(LONG, LONG));
    }

    @Test
    void columnsThatHaveNoRoomContinueOnALineOfTheirOwn() {
        assertThat(table(List.of(List.of(LONG, "a", LONG), List.of("d", "b", "c"))))
                .isEqualTo("""
                ONE%sTWO
                    THREE
                %s  a
                    %s
                d%sb
                    c
                """.formatted(" ".repeat(59), LONG, LONG, " ".repeat(61)));
        assertThat(table(List.of(List.of(LONG, "a", LONG))))
                .as("one row has nothing in common with others")
                .contains("\n    THREE\n");
    }

    private static String table(List<List<String>> rows) {
        var table = new TextTable(List.of("one", "two", "three"));
        rows.forEach(table::add);
        return table.text();
    }
}
