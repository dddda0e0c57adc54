package dev.throughline.run.journal;

import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ItemColumnsTest {
    private static final String CALL = "call_1";

    @Test
    void storesTheIdOfACallOnce() {
        Object[] row = stored(item(CALL, CALL));

        assertThat(row).containsExactly(1, 0, "TOOL_ID", "", "", 2, "", CALL, null);
        assertThat(ItemColumns.ofRow(row)).isEqualTo(item(CALL, CALL));
    }

    @Test
    void storesAValueThatIsNotTheIdOfItsCall() {
        Object[] row = stored(item("token", "value"));

        assertThat(row).containsExactly(1, 0, "TOOL_ID", "token", "value", 2, "", CALL, null);
        assertThat(ItemColumns.ofRow(row)).isEqualTo(item("token", "value"));
    }

    private static PlantedItem item(String token, String value) {
        return new PlantedItem(0, Category.TOOL_ID, token, value, 2, "", Optional.of(CALL), Optional.empty());
    }

    /// The row with its exchange.
    private static Object[] stored(PlantedItem item) {
        Tuple values = ItemColumns.add(Tuple.tuple(), List.of(item));
        return new Object[] {
            1,
            values.getArrayOfIntegers(0)[0],
            values.getArrayOfStrings(1)[0],
            values.getArrayOfStrings(2)[0],
            values.getArrayOfStrings(3)[0],
            values.getArrayOfIntegers(4)[0],
            values.getArrayOfStrings(5)[0],
            values.getArrayOfStrings(6)[0],
            values.getArrayOfStrings(7)[0]
        };
    }
}
