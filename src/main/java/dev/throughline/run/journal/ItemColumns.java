package dev.throughline.run.journal;

import dev.throughline.store.StoredText;
import dev.throughline.store.ValueRows;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// The items of an answer as one array per column of `item`, so that any number of them is written and read
/// with one statement.
public final class ItemColumns {
    /// The columns in the order of the arrays.
    public static final String NAMES = "ordinal, category, token, value, block, field, call_id, signature";
    /// One row of arrays, each in the order of the items.
    public static final String AGGREGATED = """
            array_agg(ordinal ORDER BY ordinal), array_agg(category ORDER BY ordinal),
            array_agg(token ORDER BY ordinal), array_agg(value ORDER BY ordinal), array_agg(block ORDER BY ordinal),
            array_agg(field ORDER BY ordinal), array_agg(call_id ORDER BY ordinal),
            array_agg(signature ORDER BY ordinal)""";
    /// Place of the call ids among the arrays.
    public static final int CALLS = 6;
    /// Size of an item without its value.
    private static final int ITEM_BYTES = 128;
    public static final List<String> TYPES =
            List.of("integer[]", "text[]", "text[]", "text[]", "integer[]", "text[]", "text[]", "text[]");

    private ItemColumns() {}

    /// Rows from the arrays that `add` appended.
    /// @param first number of the first parameter
    public static String unnest(int first) {
        return "unnest(" + String.join(", ", ValueRows.parameters(TYPES, first)) + ")";
    }

    /// Whether one of the items belongs to a call.
    public static boolean holdCalls(List<PlantedItem> items) {
        return items.stream().anyMatch(item -> item.callId().isPresent());
    }

    public static Tuple add(Tuple values, List<PlantedItem> items) {
        return values.addArrayOfInteger(numbers(items, PlantedItem::ordinal))
                .addArrayOfString(texts(items, item -> item.category().name()))
                .addArrayOfString(texts(items, ItemColumns::token))
                .addArrayOfString(texts(items, ItemColumns::value))
                .addArrayOfInteger(numbers(items, PlantedItem::block))
                .addArrayOfString(texts(items, PlantedItem::field))
                .addArrayOfString(optional(items, PlantedItem::callId))
                .addArrayOfString(optional(items, PlantedItem::signature));
    }

    /// The items of a row with the arrays of `AGGREGATED`, which are null if there are none.
    /// @param first position of the first of them in the row
    public static List<PlantedItem> read(Row row, int first) {
        Integer[] ordinals = row.getArrayOfIntegers(first);
        if (ordinals == null) {
            return List.of();
        }
        String[] categories = row.getArrayOfStrings(first + 1);
        String[] tokens = row.getArrayOfStrings(first + 2);
        String[] values = row.getArrayOfStrings(first + 3);
        Integer[] blocks = row.getArrayOfIntegers(first + 4);
        String[] fields = row.getArrayOfStrings(first + 5);
        String[] calls = row.getArrayOfStrings(first + 6);
        String[] signatures = row.getArrayOfStrings(first + 7);
        List<PlantedItem> items = new ArrayList<>(ordinals.length);
        for (int i = 0; i < ordinals.length; i++) {
            items.add(item(
                    ordinals[i], categories[i], tokens[i], values[i], blocks[i], fields[i], calls[i], signatures[i]));
        }
        return items;
    }

    /// The item of a row with its exchange and the columns of `NAMES`.
    public static PlantedItem ofRow(Object[] row) {
        return item(
                (Integer) row[1],
                (String) row[2],
                (String) row[3],
                (String) row[4],
                (Integer) row[5],
                (String) row[6],
                (String) row[7],
                (String) row[8]);
    }

    /// The item of the columns in the order of `NAMES`.
    public static PlantedItem item(
            int ordinal,
            String category,
            String token,
            String value,
            int block,
            String field,
            @Nullable String callId,
            @Nullable String signature) {
        var kind = Category.valueOf(category);
        Optional<String> call = Optional.ofNullable(callId).map(StoredText::decode);
        String text = kind == Category.TOOL_ID && value.isEmpty() ? call.orElse("") : StoredText.decode(value);
        return new PlantedItem(
                ordinal,
                kind,
                kind == Category.TOOL_ID && token.isEmpty() ? text : StoredText.decode(token),
                text,
                block,
                StoredText.decode(field),
                call,
                Optional.ofNullable(signature).map(StoredText::decode));
    }

    /// Approximate size of the items, in bytes.
    public static long bytes(List<PlantedItem> items) {
        return items.stream()
                .mapToLong(item -> ITEM_BYTES + item.value().length())
                .sum();
    }

    /// Approximate size of the items of such a row, in bytes.
    public static long bytes(Row row, int first) {
        String[] values = row.getArrayOfStrings(first + 3);
        long bytes = 0;
        for (int i = 0; values != null && i < values.length; i++) {
            bytes += ITEM_BYTES + values[i].length();
        }
        return bytes;
    }

    // The value and the token of a call are its id; requests are searched for it as the id of a call.
    private static String value(PlantedItem item) {
        return item.category() == Category.TOOL_ID && item.callId().equals(Optional.of(item.value()))
                ? ""
                : item.value();
    }

    private static String token(PlantedItem item) {
        return item.category() == Category.TOOL_ID && item.token().equals(item.value()) ? "" : item.token();
    }

    private static Integer[] numbers(List<PlantedItem> items, ToIntFunction<PlantedItem> column) {
        var numbers = new Integer[items.size()];
        Arrays.setAll(numbers, i -> column.applyAsInt(items.get(i)));
        return numbers;
    }

    private static String[] texts(List<PlantedItem> items, Function<PlantedItem, String> column) {
        var texts = new String[items.size()];
        Arrays.setAll(texts, i -> StoredText.encode(column.apply(items.get(i))));
        return texts;
    }

    private static String[] optional(List<PlantedItem> items, Function<PlantedItem, Optional<String>> column) {
        var texts = new String[items.size()];
        Arrays.setAll(
                texts, i -> column.apply(items.get(i)).map(StoredText::encode).orElse(null));
        return texts;
    }
}
