package dev.throughline.run.api;

import dev.throughline.rest.Problem;
import dev.throughline.rest.QueryTexts;
import dev.throughline.rest.QuotedValue;
import dev.throughline.run.exchange.ObservedExchange;
import dev.throughline.trace.ItemPosition;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The place of an item as a query parameter: `4711.2` is item 2 of exchange 4711.
public final class ItemCursor {
    static final String SYNTAX = "[0-9]{1,9}\\.[0-9]{1,9}";
    private static final String NAME = "before";
    private static final Pattern CURSOR = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

    private ItemCursor() {}

    public static String write(ItemPosition item) {
        return item.exchange() + "." + item.ordinal();
    }

    /// The place after all items if there is no text. Fails with a problem for any other text than `write` makes.
    static ItemPosition read(@Nullable String text) {
        Optional<String> given = QueryTexts.present(text);
        return given.map(ItemCursor::parsed).orElse(ObservedExchange.END);
    }

    private static ItemPosition parsed(String text) {
        Matcher cursor = CURSOR.matcher(text);
        if (!cursor.matches()) {
            throw Problem.inParameter(
                            NAME,
                            "the `next` of a page was expected, such as 4711.2, found " + QuotedValue.of(text) + ".")
                    .exception();
        }
        return new ItemPosition(Integer.parseInt(cursor.group(1)), Integer.parseInt(cursor.group(2)));
    }
}
