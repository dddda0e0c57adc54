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

/// The columns of `cell`.
final class CellColumns {
    static final String NAMES = "cell_id, capability, " + KeyColumns.NAMES + ", client_order, backend_order, status,"
            + " within_turn, across_turns, is_flaky, confidence, counts::text AS counts, votes, latest_run,"
            + " first_measured, last_measured";
    private static final TypeReference<Map<Status, Integer>> COUNTS = new TypeReference<>() {};

    private CellColumns() {}

    /// The cell without the flags that depend on the time of asking.
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
                MatrixJson.read(row.getString("counts"), COUNTS),
                row.getInteger("votes"),
                row.getString("latest_run"),
                row.getOffsetDateTime("first_measured").toInstant(),
                row.getOffsetDateTime("last_measured").toInstant());
    }
}
