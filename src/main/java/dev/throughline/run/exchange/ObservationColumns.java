package dev.throughline.run.exchange;

import dev.throughline.store.StoredJson;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ObservationDigests;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/// The observations of a request as arrays, one per column of `observation`.
final class ObservationColumns {
    /// What the rows of a request are, in `exchange.observed`.
    static final short ALL_WITHOUT_DIGESTS = 0;

    static final short ALL = 1;
    static final short CHANGES = 2;

    /// `due` of an item that is not observed any more.
    static final String ENDED = "NONE";

    /// One row of arrays, for `digests`.
    static final String DIGESTS = "array_agg(o.exchange), array_agg(o.ordinal), array_agg(o.digest)";

    /// A row of `observation` without its key's request.
    record Change(ItemPosition item, String due, String scope, String sighting, long digest) {
        private static Change of(Observation made) {
            return new Change(
                    made.item(),
                    made.due().name(),
                    made.scope().name(),
                    StoredJson.write(made.sighting()),
                    ObservationDigests.of(made));
        }

        private static Change of(ItemPosition ended) {
            return new Change(ended, ENDED, "", "null", ObservationDigests.ENDED);
        }
    }

    private ObservationColumns() {}

    /// The rows of `unnest` over the arrays that `add` appended.
    /// @param first number of the first parameter
    static String unnest(int first) {
        return "unnest($%d::integer[], $%d::integer[], $%d::text[], $%d::text[], $%d::text[], $%d::bigint[])"
                .formatted(first, first + 1, first + 2, first + 3, first + 4, first + 5);
    }

    static List<Change> of(ObservationChanges changes) {
        List<Change> rows =
                new ArrayList<>(changes.made().size() + changes.ended().size());
        changes.made().forEach(made -> rows.add(Change.of(made)));
        changes.ended().forEach(ended -> rows.add(Change.of(ended)));
        return rows;
    }

    static Tuple add(Tuple values, List<Change> rows) {
        return values.addArrayOfInteger(column(rows, row -> row.item().exchange(), Integer[]::new))
                .addArrayOfInteger(column(rows, row -> row.item().ordinal(), Integer[]::new))
                .addArrayOfString(column(rows, Change::due, String[]::new))
                .addArrayOfString(column(rows, Change::scope, String[]::new))
                .addArrayOfString(column(rows, Change::sighting, String[]::new))
                .addArrayOfLong(column(rows, Change::digest, Long[]::new));
    }

    private static <T> T[] column(List<Change> rows, Function<Change, T> value, IntFunction<T[]> array) {
        return rows.stream().map(value).toArray(array);
    }

    /// The digests in a row with the arrays of `DIGESTS`, which are null if there are none; empty for a
    /// request whose rows have none.
    /// @param observed value of `exchange.observed`
    /// @param first position of the first array in the row
    static Optional<ObservationDigests> digests(short observed, Row row, int first) {
        if (observed == ALL_WITHOUT_DIGESTS) {
            return Optional.empty();
        }
        Map<ItemPosition, Long> byItem = new HashMap<>();
        Integer[] exchanges = row.getArrayOfIntegers(first);
        if (exchanges != null) {
            Integer[] ordinals = row.getArrayOfIntegers(first + 1);
            Long[] digests = row.getArrayOfLongs(first + 2);
            for (int i = 0; i < exchanges.length; i++) {
                byItem.put(new ItemPosition(exchanges[i], ordinals[i]), digests[i]);
            }
        }
        return Optional.of(new ObservationDigests(observed == ALL, byItem));
    }
}
