package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.Cell.Flag;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// The columns of `cell`.
final class CellColumns {
    static final String NAMES = "cell_id, capability, " + KeyColumns.NAMES + ", client_order, backend_order, status,"
            + " within_turn, across_turns, is_flaky, confidence, counts::text AS counts, votes, latest_run,"
            + " first_measured, last_measured";
    private static final Function<String, Map<Status, Integer>> COUNTS = MatrixJsonb.reader(new TypeReference<>() {});

    private CellColumns() {}

    /// The cell without the flags that depend on the time of reading.
    static Cell read(Row row) {
        return new Cell(
                row.getString("cell_id"),
                KeyColumns.read(row),
                Capability.valueOf(row.getString("capability")),
                Status.valueOf(row.getString("status")),
                Status.valueOf(row.getString("within_turn")),
                Status.valueOf(row.getString("across_turns")),
                row.getBoolean("is_flaky") ? Set.of(Flag.FLAKY) : Set.of(),
                Confidence.valueOf(row.getString("confidence")),
                COUNTS.apply(row.getString("counts")),
                row.getInteger("votes"),
                row.getString("latest_run"),
                row.getOffsetDateTime("first_measured").toInstant(),
                row.getOffsetDateTime("last_measured").toInstant());
    }
}
